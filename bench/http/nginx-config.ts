import { join } from 'node:path'

/** What an nginx has to answer as the service does. */
export interface NginxWork {
  readonly folder: string
  readonly port: number
  readonly key: string
  readonly path: string
  /** Headers of the service's answer, but for those that a server writes about the connection and the body. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Modules of Lua as Debian installs them; resty.core is in the second path. */
export const luaModules = ['/usr/lib/nginx/modules/ndk_http_module.so', '/usr/lib/nginx/modules/ngx_http_lua_module.so']
export const luaPackages = '/usr/share/lua/5.1'

/** Written by nginx itself, or anew for each answer. */
const written = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'x-request-id'])
const counted = ['x-ratelimit-remaining', 'x-monthly-remaining', 'ratelimit']

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const addHeaders = (headers: ReadonlyMap<string, string>, leftOut: readonly string[]): string =>
  [...headers]
    .filter(([name]) => !written.has(name) && !leftOut.includes(name))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`)
    .join('\n      ')

/** One worker, no access log, connections that stay open, and every file in a folder of its own. */
const server = (
  work: NginxWork,
  { modules = '', http, location }: { modules?: string; http: string; location: string },
) => {
  const { folder, port, path, headers } = work
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n  ')
  return `${modules}
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root root;' : ''}
pid ${join(folder, 'pid')};
error_log ${join(folder, 'errors')} crit;
events { worker_connections 1024; }
http {
  access_log off;
  server_tokens off;
  keepalive_requests 1000000000;
  keepalive_timeout 65 65;
  ${temporary}
  ${http}
  server {
    listen 127.0.0.1:${port};
    location = ${path} {
      types {}
      default_type ${quoted(headers.get('content-type') ?? '')};
      add_header x-request-id $request_id;
      ${location}
    }
  }
}
`
}

/**
 * The body from a file, a map of the key, and a limit of requests: no counts that outlive it, and the same allowances
 * in every answer.
 */
export const staticConfig = (work: NginxWork): string =>
  server(work, {
    http: `map_hash_bucket_size 256;
  map $http_authorization $account { default ""; "Bearer ${work.key}" "bench"; }
  limit_req_zone $account zone=minute:1m rate=100000000r/m;
  open_file_cache max=10;`,
    location: `if ($account = "") { return 401; }
      limit_req zone=minute burst=1000000 nodelay;
      etag off;
      max_ranges 0;
      add_header last-modified "";
      alias ${join(work.folder, 'body')};
      ${addHeaders(work.headers, [])}`,
  })

/**
 * The work of the bare server in Lua: an account by its key, a count of the minute and one of the month in shared
 * memory.
 */
export const luaConfig = (work: NginxWork): string =>
  server(work, {
    modules: luaModules.map((file) => `load_module ${file};`).join('\n'),
    http: `lua_package_path "${luaPackages}/?.lua;;";
  lua_shared_dict minutes 1m;
  lua_shared_dict months 1m;
  init_by_lua_block {
    accounts = { ["Bearer ${work.key}"] = { id = "bench", minute = 100000000, month = 900000000 } }
    local file = io.open("${join(work.folder, 'body')}", "rb")
    body = file:read("*a")
    file:close()
  }`,
    location: `${addHeaders(work.headers, counted)}
      content_by_lua_block {
        local account = accounts[ngx.var.http_authorization]
        if not account then return ngx.exit(401) end
        local now = ngx.utctime()
        local minute = account.minute - ngx.shared.minutes:incr(account.id .. now:sub(1, 16), 1, 0, 120)
        local month = account.month - ngx.shared.months:incr(account.id .. now:sub(1, 7), 1, 0)
        if minute < 0 or month < 0 then return ngx.exit(429) end
        local header = ngx.header
        header["x-ratelimit-remaining"] = minute
        header["x-monthly-remaining"] = month
        header["ratelimit"] = '"minute";r=' .. minute .. ';t=30, "month";r=' .. month .. ';t=86400'
        header["content-length"] = #body
        ngx.print(body)
      }`,
  })
