import { spelled, type HiddenCommand, type Way } from './hiding.ts'

const isCaret = ({ prefix }: HiddenCommand) => prefix === '^'
const isTilde = ({ prefix }: HiddenCommand) => prefix === '~'

/** The name of the command that moves this command's prefix. */
const mover = (it: HiddenCommand) => (isCaret(it) ? 'CC' : 'CT')

/** A character of these that the command itself does not hold, nor the command that puts the prefix back. */
function unusedOf(characters: string, { name, parameters }: HiddenCommand): string {
  return [...characters].find((one) => !`${name}${parameters}CT`.includes(one)) ?? '!'
}

/** The command behind a moved prefix, which is put back after it. */
function moved(it: HiddenCommand, to: string, by = '^'): string {
  const back = isCaret(it) ? `${to}CC^` : '^CT~'
  return `${by}${mover(it)}${to}${to}${it.name}${it.parameters}${back}`
}

/** Prefixes that stand somewhere else by the time the command comes. */
export const PREFIXES: readonly Way[] = [
  { way: 'prefix moved to a sign', inside: (it) => moved(it, '!') },
  { way: 'prefix moved to a letter', inside: (it) => moved(it, unusedOf('QZWG', it)) },
  { way: 'prefix moved to a digit', inside: (it) => moved(it, unusedOf('7358', it)) },
  { way: 'prefix moved to a blank', inside: (it) => moved(it, ' ') },
  { way: 'prefix moved to a control byte', inside: (it) => moved(it, '\x01') },
  { way: 'prefix moved to the byte that ends a field', inside: (it) => moved(it, '\x0f') },
  { way: 'prefix moved to a byte over 127', inside: (it) => moved(it, '\xfe') },
  { way: 'prefix moved by a tilde command', inside: (it) => moved(it, '!', '~') },
  {
    way: 'prefix moved in small letters',
    inside: (it) => moved(it, '!').replace(`^${mover(it)}`, `^${mover(it).toLowerCase()}`),
  },
  {
    way: 'prefix moved with a line end in the name',
    inside: (it) => moved(it, '!').replace(`^${mover(it)}`, `^C\r\n${mover(it).charAt(1)}`),
  },
  { way: 'prefix moved inside field data', inside: (it) => `^FO10,10^FDText${moved(it, '!')}^FS` },
  { way: 'prefix moved inside a comment', inside: (it) => `^FXText${moved(it, '!')}^FS` },
  { way: 'prefix moved by the control byte', inside: (it) => moved(it, '!', '\x1e') },
  {
    way: 'prefix moved twice',
    inside: (it) =>
      isCaret(it) ? `^CC!!CC%%${it.name}${it.parameters}%CC^` : `^CT!^CT%%${it.name}${it.parameters}^CT~`,
  },
  { way: 'prefix moved to a line feed', inside: (it) => moved(it, '\n') },
  {
    way: 'prefix moved behind a line end',
    certain: false,
    inside: (it) => moved(it, '!').replace(`^${mover(it)}!`, `^${mover(it)}\r\n!`),
  },
  {
    way: 'prefix moved by the label before',
    whole: (label, it) => {
      const before = `^XA^FO10,10^FDText^FS^${mover(it)}!${isCaret(it) ? '!' : '^'}XZ`
      return `${before}\n!${it.name}${it.parameters}${isCaret(it) ? '!CC^' : '^CT~'}\n${label}`
    },
  },
  { way: 'tilde set to the caret', inside: (it) => `^CT^${spelled(it)}^CT~` },
  { way: 'caret set to the tilde', inside: (it) => `^CC~${spelled(it)}^CC^` },
  {
    way: 'prefix set to the delimiter',
    certain: false,
    suits: (it) => !it.parameters.includes(','),
    inside: (it) => (isCaret(it) ? `^CC,,${it.name}${it.parameters},CC^` : `^CT,,${it.name}${it.parameters}^CT~`),
  },
  {
    way: 'control byte as prefix after the sign has moved',
    inside: (it) => (isCaret(it) ? `^CC!\x1e${it.name}${it.parameters}!CC^` : `^CT!\x10${it.name}${it.parameters}^CT~`),
  },
  {
    way: 'prefix set to a digit of the graphic behind it',
    inside: (it) => {
      const digit = unusedOf('FEDBA', it)
      const back = isCaret(it) ? `${digit}CC^` : '^CT~'
      return `^${mover(it)}${digit}${isCaret(it) ? digit : '^'}GFA,900,900,10,00${digit}${it.name}${it.parameters}${back}`
    },
    suits: (it) => !/[G]/.test(it.name + it.parameters),
  },
  {
    way: 'prefix moved by SGD',
    suits: isCaret,
    whole: (label, it) => `! U1 setvar "zpl.caret" "25"\r\n%${it.name}${it.parameters}%CC^\n${label}`,
  },
  {
    way: 'tilde moved by SGD',
    suits: isTilde,
    whole: (label, it) => `! U1 setvar "zpl.control_character" "%"\r\n%${it.name}${it.parameters}^CT~\n${label}`,
  },
  {
    way: 'prefix moved by JSON',
    suits: isCaret,
    whole: (label, it) => `{}{"zpl.caret":"25"}%${it.name}${it.parameters}%CC^\n${label}`,
  },
  {
    way: 'delimiter moved so that another number counts the bytes',
    inside: (it) => `^CD;^GFB,1000;1;1;1;X${spelled(it)}^CD,`,
  },
]
