/**
 * The words of the command line when it is a command's (`quote ...`, `help`, `--help`), which is carried out without a window;
 * null when it opens one: nothing, a switch, a file or a link. `args` without the program and without the app's own path.
 */
export function commandWords(args: readonly string[]): string[] | null {
  // By the script that is installed on Linux, before the words of a person.
  const words = args.filter((arg) => arg !== HEADLESS)
  const [first = ''] = words
  return first === '--help' || first === '-h' || /^[a-z]+$/.test(first) ? words : null
}

const HEADLESS = '--ozone-platform=headless'
