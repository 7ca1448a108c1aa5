/** What advertisers and partners put into addresses so that it is known who sent somebody here. */
export const campaignKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
  'clickid',
  'refid',
  'promo',
  'lp',
] as const;
export type CampaignKey = (typeof campaignKeys)[number];

export interface Campaign {
  /** Document 2 §5: 4 to 10 digits. */
  readonly agent_id?: string;
  readonly campaign?: Readonly<Partial<Record<CampaignKey, string>>>;
}

/** The longest that is kept of each. */
export const longestCampaignText = 200;

/** What of an address's query tells who sent somebody. What is no agent's number is passed over: nobody is held up by it. */
export function campaignIn(search: string): Campaign {
  const query = new URLSearchParams(search);
  const agent = query.get('agent_id') ?? '';
  const told = campaignKeys.flatMap((key) => {
    const text = (query.get(key) ?? '').trim().slice(0, longestCampaignText);
    return text === '' ? [] : [[key, text] as const];
  });
  return {
    ...(/^\d{4,10}$/.test(agent) ? { agent_id: agent } : {}),
    ...(told.length === 0 ? {} : { campaign: Object.fromEntries(told) }),
  };
}
