import { numberIn } from './numbers.ts'
import { spelled, type HiddenCommand, type Way } from './hiding.ts'

const hasParameters = ({ parameters }: HiddenCommand) => parameters !== ''
const isQuantity = ({ prefix, name }: HiddenCommand) => prefix === '^' && name === 'PQ'
const between = (text: string, mark: string) => [...text].join(mark)
const controlPrefix = ({ prefix }: HiddenCommand) => (prefix === '^' ? '\x1e' : '\x10')

/** The same command written so that a printer reads it and a search for its name does not. */
export const SPELLINGS: readonly Way[] = [
  { way: 'name in small letters', inside: (it) => it.prefix + it.name.toLowerCase() + it.parameters },
  {
    way: 'name in letters of both sizes',
    inside: (it) => it.prefix + it.name.charAt(0).toLowerCase() + it.name.slice(1) + it.parameters,
  },
  {
    way: 'parameters in small letters',
    suits: ({ parameters }) => /[A-Z]/.test(parameters),
    inside: (it) => it.prefix + it.name + it.parameters.toLowerCase(),
  },
  { way: 'line feed behind the prefix', inside: (it) => `${it.prefix}\n${it.name}${it.parameters}` },
  {
    way: 'line end between the letters of the name',
    inside: (it) => it.prefix + between(it.name, '\r\n') + it.parameters,
  },
  { way: 'carriage return alone in the name', inside: (it) => it.prefix + between(it.name, '\r') + it.parameters },
  {
    way: 'line ends between the characters of the parameters',
    suits: hasParameters,
    inside: (it) => it.prefix + it.name + between(it.parameters, '\r\n'),
  },
  {
    way: '200 line ends before the parameters',
    suits: hasParameters,
    inside: (it) => it.prefix + it.name + '\r\n'.repeat(100) + it.parameters,
  },
  { way: '5000 line ends behind the prefix', inside: (it) => it.prefix + '\n'.repeat(5000) + it.name + it.parameters },
  { way: 'control byte for the prefix', inside: (it) => controlPrefix(it) + it.name + it.parameters },
  {
    way: 'unit separator for the commas',
    suits: ({ parameters }) => parameters.includes(','),
    inside: (it) => spelled({ ...it, parameters: it.parameters.replaceAll(',', '\x1f') }),
  },
  { way: 'prefix twice', inside: (it) => it.prefix + spelled(it) },
  { way: 'prefix of the other kind before', inside: (it) => (it.prefix === '^' ? '~' : '^') + spelled(it) },
  { way: 'after a name of one letter', inside: (it) => `^F${spelled(it)}` },
  { way: 'where the letter of a font would stand', inside: (it) => `^A${spelled(it)}` },
  { way: 'where the file of a font would stand', inside: (it) => `^A@${spelled(it)}` },
  { way: 'null bytes in the name', certain: false, inside: (it) => it.prefix + between(it.name, '\0') + it.parameters },
  { way: 'tabulator in the name', certain: false, inside: (it) => it.prefix + between(it.name, '\t') + it.parameters },
  ...quantities(),
]

/** Numbers that a language reads as few and a printer as many. */
function quantities(): Way[] {
  const written: readonly (readonly [way: string, write: (asked: string) => string, certain?: boolean])[] = [
    ['quantity behind 200 zeros', (asked) => '0'.repeat(200) + asked],
    ['quantity with a negative exponent', (asked) => `${asked}e-9`],
    ['quantity with letters behind', (asked) => `${asked}pieces`],
    ['quantity with a fraction', (asked) => `${asked}.5`],
    ['quantity behind a letter', (asked) => `x${asked}`],
    ['quantity behind a minus', (asked) => `-${asked}`],
    ['quantity behind blanks', (asked) => `   ${asked}`],
    ['quantity with a line end before its last digit', (asked) => `${asked.slice(0, -1)}\r\n${asked.slice(-1)}`],
    ['quantity with a null byte before its last digit', (asked) => `${asked.slice(0, -1)}\0${asked.slice(-1)}`, false],
    ['quantity that a four-byte number makes small', (asked) => String(2 ** 32 + Number(asked))],
    ['quantity with a unit separator behind', (asked) => `${asked}\x1f0`],
    ['quantity with literal backslash letters behind', (asked) => `${asked}\\r\\n`],
    ['second quantity in a label', (asked) => `1,0,1,Y^FS^PQ${asked}`],
    ['quantity in an empty-looking list', (asked) => `^PQ^PQ${asked}`],
  ]
  const asked = (command: HiddenCommand) => numberIn(command.parameters, { junkBeforeDigits: 'skipped' }) ?? 1
  return [
    ...written.map(([way, write, certain = true]): Way => ({
      way,
      certain,
      suits: isQuantity,
      inside: (it) => `^PQ${write(String(asked(it)))}`,
      shown: ({ copies }, it) => copies >= asked(it),
    })),
    {
      way: 'quantity before the label begins',
      suits: isQuantity,
      whole: (label, it) => `${spelled(it)}\n${label}`,
      shown: ({ copies }, it) => copies >= asked(it),
    },
    {
      way: 'many labels in one file',
      suits: isQuantity,
      whole: (label, it) => label.repeat(asked(it)),
      shown: ({ copies }, it) => copies >= asked(it),
    },
  ]
}
