/**
 * What the broker asks of whoever makes research for its clients: a page for one client, opened once. The vendor is told a name that
 * nobody else knows the client by, and nothing of who they are.
 */
export interface Research {
  /** The hosts whose pages may stand in a frame, each with its port where it has one. */
  readonly pageHosts: readonly string[];
  /** Opens a page. Never throws for what the vendor may answer. */
  launch(order: LaunchOrder): Promise<LaunchAnswer>;
}

export const researchServices = ['indicators', 'pro-tools', 'research', 'signal-centre'] as const;
export type ResearchService = (typeof researchServices)[number];

export interface LaunchOrder {
  readonly service: ResearchService;
  /** The client as the vendor knows them. */
  readonly subject: string;
  /** Two letters. */
  readonly language: string;
}

export type LaunchAnswer =
  | { readonly outcome: 'done'; /** Opens once, and not for long. */ readonly url: string; readonly expiresAt: Date }
  /** No answer, or none that can be believed: asking again does no harm. */
  | { readonly outcome: 'unknown'; readonly reason: string };
