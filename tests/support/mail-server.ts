import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** How a mail server answers; it may be changed while it runs. */
interface MailAnswer {
  /** To every recipient, with this code. */
  refuses?: number | undefined
  /** It has read a text, and closes the connection without a word. */
  hangsUp?: boolean
  password?: string
}

/** A real SMTP server that answers as the test wishes, and keeps what it was given. */
export async function mailServer(answer: MailAnswer = {}) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: answer.password === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password, username }, _session, done) =>
      password === answer.password ? done(null, { user: username }) : done(new Error('Invalid user or password')),
    onRcptTo: (_address, _session, done) =>
      answer.refuses === undefined
        ? done()
        : done(Object.assign(new Error('mailbox unavailable'), { responseCode: answer.refuses })),
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        mails.push(text)
        if (answer.hangsUp) for (const client of server.connections) client.close()
        else done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = listening.address() as AddressInfo
  const mail = {
    host: '127.0.0.1',
    port,
    security: 'none' as const,
    user: answer.password === undefined ? '' : 'station',
    from: 'station@acme.test',
    to: ['office@acme.test'],
  }
  return { mails, mail, answer }
}
