/*
 * A disk that fails on command, for LD_PRELOAD: writes, flushes and truncations of files whose path holds FAILING_FILES fail while the file FAILING_CONTROL says so. It
 * holds a kind of call and an error, such as "write ENOSPC" or "fsync EIO"; "torn" writes half of the next block and kills the process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static int concerns(int fd) {
  const char *files = getenv("FAILING_FILES");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = files ? readlink(link, path, sizeof path - 1) : -1;
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, files) != NULL;
}

/* What the control file says, empty while all is well. */
static void order(char *text, size_t size) {
  const char *control = getenv("FAILING_CONTROL");
  int fd = control ? open(control, O_RDONLY | O_CLOEXEC) : -1;
  ssize_t length = fd < 0 ? 0 : read(fd, text, size - 1);
  if (fd >= 0) close(fd);
  text[length < 0 ? 0 : length] = 0;
}

/* Whether a kind of call is to fail now; sets errno then. */
static int fails(int fd, const char *kind) {
  int saved = errno;
  char text[64];
  order(text, sizeof text);
  size_t length = strlen(kind);
  if (strncmp(text, kind, length) != 0 || text[length] != ' ' || !concerns(fd)) {
    errno = saved;
    return 0;
  }
  errno = strstr(text, "ENOSPC") ? ENOSPC : EIO;
  return 1;
}

static int tears(int fd) {
  char text[64];
  order(text, sizeof text);
  return strncmp(text, "torn", 4) == 0 && concerns(fd);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  if (fails(fd, "write")) return -1;
  return REAL(write)(fd, bytes, count);
}

static ssize_t place(int fd, const void *bytes, size_t count, off64_t at) {
  if (fails(fd, "write")) return -1;
  if (tears(fd)) {
    REAL(pwrite64)(fd, bytes, count / 2, at);
    kill(getpid(), SIGKILL);
  }
  return REAL(pwrite64)(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return place(fd, bytes, count, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) { return place(fd, bytes, count, at); }

int fsync(int fd) { return fails(fd, "fsync") ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, "fsync") ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { return fails(fd, "truncate") ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd, "truncate") ? -1 : REAL(ftruncate64)(fd, size); }
