/** Where an address is, as far as the proxy before us knows. */
export interface Whereabouts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string | null;
}

export interface Located {
  readonly whereabouts?: Whereabouts | undefined;
}
