/** What the desk takes, by its own names, with each network as the payer's page shows it. Tether has left Omni: `usdt` is not among them. */
export const networks: Readonly<Record<string, string>> = {
  btc: 'Bitcoin',
  eth: 'Ethereum',
  bnbbsc: 'BNB Smart Chain',
  usdc: 'USDC on Ethereum',
  usdcbsc: 'USDC on BNB Smart Chain',
  xrp: 'XRP Ledger',
  tusd: 'TUSD on Ethereum',
  doge: 'Dogecoin',
  matic: 'MATIC on Ethereum',
  shib: 'SHIB on Ethereum',
  ltc: 'Litecoin',
};
export const listed = Object.keys(networks);

/** Hundred-millionths of a dollar for one unit. */
const prices: Readonly<Record<string, bigint>> = {
  btc: 6_150_000_000_000n,
  eth: 320_000_000_000n,
  bnbbsc: 61_000_000_000n,
  usdc: 100_000_000n,
  usdcbsc: 100_000_000n,
  xrp: 61_000_000n,
  tusd: 100_000_000n,
  doge: 16_000_000n,
  matic: 55_000_000n,
  shib: 1_800n,
  ltc: 8_500_000_000n,
  usd: 100_000_000n,
  eur: 108_000_000n,
  gbp: 128_000_000n,
};
const stable = new Set(['usdc', 'usdcbsc', 'tusd', 'usd', 'eur', 'gbp']);

/** The price of that minute: within one per cent of the usual one, the same for everybody who asks. */
function priceAt(code: string, at: Date): bigint | undefined {
  const usual = prices[code];
  if (usual === undefined || stable.has(code)) return usual;
  const minute = BigInt(Math.floor(at.getTime() / 60_000));
  return (usual * (9_900n + ((minute * 37n) % 201n))) / 10_000n;
}

/** So much of one currency in the other, with eight decimals; undefined where one of them is not known. */
export function estimate(asked: { readonly amount: string; readonly from: string; readonly to: string; readonly at: Date }) {
  const { amount, from, to, at } = asked;
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(amount) ?? [];
  const [gives, takes] = [priceAt(from, at), priceAt(to, at)];
  if (whole === undefined || gives === undefined || takes === undefined) return undefined;
  const minor = (BigInt(whole + fraction.padEnd(8, '0')) * gives) / takes;
  const digits = String(minor).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
