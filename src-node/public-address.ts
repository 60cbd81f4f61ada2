import { BlockList, isIPv6 } from 'node:net'

/** IPv4 networks that are no hosts of the public internet, and a cloud's metadata address that looks like one. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** All public IPv6 hosts are in here; so loopback, link-local, unique-local, multicast, mapped and translated IPv4 are not. */
const OPEN_V6 = ['2000::/3']
/** Of those: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address inside. */
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closedV4 = listOf(CLOSED_V4, 'ipv4')
const openV6 = listOf(OPEN_V6, 'ipv6')
const closedV6 = listOf(CLOSED_V6, 'ipv6')

/**
 * Whether an address is a host of the public internet (IANA special-purpose address registries). Behind the others
 * are machines that trust their own network.
 */
export function isPublicAddress(address: string): boolean {
  // A zone, as in fe80::1%eth0, is never part of a public address.
  if (address.includes('%')) return false
  if (!isIPv6(address)) return !closedV4.check(address, 'ipv4')
  return openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
