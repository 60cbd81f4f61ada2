import { describe, expect, test } from 'vitest'
import { assertAddresses, TargetRefused, targetOf } from '../../src-sandbox/webhooks/target.ts'

describe('a URL that webhooks may be sent to', () => {
  test.each([
    'https://example.com/hook?x=1',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://localhost:8443/',
    'http://localhost:4010/hook',
    'http://127.0.0.1:4010/',
    'http://[::1]:4010/',
    'http://[::ffff:127.0.0.1]:4010/',
  ])('%s is taken', (url) => {
    expect(targetOf(url).href).toBe(new URL(url).href)
  })

  test.each([
    'http://example.com/',
    'http://localhost.example.com/',
    'https://0.0.0.0/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://100.100.100.200/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://0251.0376.0251.0376/',
    'https://168.63.129.16/',
    'https://255.255.255.255/',
    'https://224.0.0.1/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://me:secret@example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('%s is refused', (url) => {
    expect(() => targetOf(url)).toThrow(TargetRefused)
  })

  test('is refused once its name resolves to an address within', () => {
    const inside = ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1', '169.254.169.254', '::ffff:192.168.0.1']
    const url = targetOf('https://rebound.example.com/')
    for (const address of inside) {
      const answers = [
        { address: '93.184.215.14', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]
      expect(() => assertAddresses(url, answers)).toThrow(TargetRefused)
    }
    expect(() => assertAddresses(url, [{ address: '93.184.215.14', family: 4 }])).not.toThrow()
  })

  test('of this machine leads to this machine only', () => {
    const url = targetOf('http://localhost/')
    expect(() => assertAddresses(url, [{ address: '::1', family: 6 }])).not.toThrow()
    expect(() => assertAddresses(url, [{ address: '93.184.215.14', family: 4 }])).toThrow(TargetRefused)
  })
})
