import { mount } from 'svelte'
import App from './App.svelte'
import './base.css'
import './ui/basic/controls.css'
import './fonts.css'
import { createStation } from './station.ts'
import { Contact, withContact } from './live/contact.svelte.ts'
import './tokens.css'
import { loopbackTransport } from './transports/loopback.ts'
import { preloadTransport } from './transports/preload.ts'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')

const contact = new Contact()
const transport = window.waybill ? preloadTransport(window.waybill) : loopbackTransport()
mount(App, { target, props: { station: createStation(withContact(transport, contact)), contact } })
