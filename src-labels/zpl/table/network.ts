import { zplRows } from '../../command-row.ts'
import { WIRELESS, ZPL } from './chapters.ts'

/** The printer's address, who may connect to it, and what it connects to. */
export const NETWORK_ROWS = zplRows(
  { class: 'network', treatment: 'refuse', outlives: 'saved', paper: 'nothing', manual: ZPL },
  [
    ['^KC', 'DHCP client id', { manual: WIRELESS }],
    ['^KP', 'password of the panel', { outlives: 'unknown' }],
    ['^MP', 'locks the panel'],
    ['^NB', 'looks for a server', { manual: WIRELESS }],
    ['^NC', 'primary network', { manual: WIRELESS }],
    ['~NC', 'joins a printer network', { outlives: 'power-off' }],
    ['^ND', 'address of any network', { manual: WIRELESS }],
    ['^NI', 'network number'],
    ['^NN', 'names and communities', { manual: WIRELESS }],
    ['^NP', 'whose network settings', { manual: WIRELESS }],
    ['~NR', 'all printers transparent', { outlives: 'power-off' }],
    ['^NS', 'address of the wired network'],
    ['^NT', 'mail server', { manual: WIRELESS }],
    ['~NT', 'this printer transparent', { outlives: 'power-off' }],
    ['^NW', 'log-in time of web pages', { manual: WIRELESS }],
    ['^SC', 'serial port'],
    ['^SQ', 'stops alerts', { outlives: 'flash' }],
    ['^SX', 'sends alerts elsewhere', { outlives: 'flash' }],
    ['^WA', 'radio antenna', { manual: WIRELESS }],
    ['^WE', 'radio keys', { manual: WIRELESS }],
    ['^WI', 'address of the radio', { manual: WIRELESS }],
    ['^WL', 'radio user and password', { manual: WIRELESS }],
    ['^WP', 'radio password', { manual: WIRELESS }],
    ['^WR', 'radio rates and power', { manual: WIRELESS }],
    ['~WR', 'restarts the radio', { manual: WIRELESS, outlives: 'no' }],
    ['^WS', 'radio network', { manual: WIRELESS }],
    ['^WX', 'radio security', { manual: WIRELESS }],
  ],
)
