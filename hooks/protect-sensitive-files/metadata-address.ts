/** Services that hand out a machine's own credentials to whoever asks from inside. */
const METADATA =
  /^(?:https?:\/\/)?(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|\[fd00:ec2::254\]|metadata(?:\.google\.internal)?)(?::\d+)?(?=\/)/i

const SIGNS = ['169.254.', '100.100.100.200', 'fd00:ec2::254', 'metadata']

/** The address as a path the patterns can be matched with; undefined for any other address. */
export function metadataPath(address: string): string | undefined {
  // Nearly every path ends here, and the expression is compiled anew in every process.
  const lower = address.toLowerCase()
  if (!SIGNS.some((sign) => lower.includes(sign)) || !METADATA.test(address)) return undefined
  return address
    .replace(METADATA, (host) => host.replace(/^https?:\/\//i, '').replace(/(?<!:):\d+$/, ''))
    .replace(/[?#].*$/s, '')
}
