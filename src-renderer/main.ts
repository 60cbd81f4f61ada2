import { mount } from 'svelte'
import App from './App.svelte'
import './base.css'
import './ui/basic/controls.css'
import './fonts.css'
import { createStation } from './station.ts'
import { Opening, withOpening } from './live/opening.svelte.ts'
import { Contact, withContact } from './live/contact.svelte.ts'
import './tokens.css'
import { loopbackTransport } from './transports/loopback.ts'
import { preloadTransport } from './transports/preload.ts'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')

const contact = new Contact()
const opening = new Opening()
const transport = window.waybill ? preloadTransport(window.waybill) : loopbackTransport()
const station = createStation(withOpening(withContact(transport, contact), opening))
mount(App, { target, props: { station, contact, opening } })
