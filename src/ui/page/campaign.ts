import { campaignIn, type Campaign } from '../../law/campaign.ts';

const place = 'atrium.campaign';

/** Keeps who sent somebody here for as long as the tab is open: the first address that says so counts until another one does. */
export function keepCampaign(search: string): void {
  const told = campaignIn(search);
  if (Object.keys(told).length === 0) return;
  try {
    sessionStorage.setItem(place, JSON.stringify(told));
  } catch {
    // Without storage it is known on this page alone.
  }
}

export function readCampaign(): Campaign {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') ?? campaignIn(location.search);
  } catch {
    return campaignIn(location.search);
  }
}
