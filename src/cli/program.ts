/** The launcher of the installed command and of the image, or a link to it. */
const launcher = /(?:^|[\\/])card-market(?:\.js)?$/

/** How a line that starts this program begins: installed and in the image a command, in a clone a script of npm. */
export const programOf = (moduleUrl: string, startedAs: string): string =>
  moduleUrl.includes('/node_modules/') || moduleUrl.endsWith('.js') || launcher.test(startedAs)
    ? 'card-market'
    : 'npm run --silent cli --'

export const program = programOf(import.meta.url, process.argv[1] ?? '')
