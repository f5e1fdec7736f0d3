/** How often a property is tried: as usual, or `PROPERTY_TIMES` as often for a long run. */
export function runs(usual: number): number {
  return Math.ceil(usual * Number(process.env['PROPERTY_TIMES'] ?? 1))
}
