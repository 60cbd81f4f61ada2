import { stream } from './streams.ts'

/** Two labels in which nothing is hidden, to hide something in. */
export const PLAIN_ZPL = stream('^XA^PW812^LH0,0^FO40,40^A0N,40,40^FDNorth dock^FS^FO40,90^GB700,3,3^FS^XZ\n')
export const PLAIN_EPL = stream('\nN\nq812\nQ1218,24\nA40,40,0,4,1,1,N,"North dock"\nLO40,90,700,3\nP1\n')
