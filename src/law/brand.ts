import type { LanguageKey } from './languages.ts';
import type { CompanyId } from './regions/profile.ts';

/** Runtime configuration of whose portal this is. Public: every browser gets it. */
export interface Brand {
  /** Lower-case letters; stands in addresses such as `/{brand}-wallet`. */
  readonly key: string;
  readonly name: string;
  /** The accent, `#rrggbb`; shades are made from it. */
  readonly accent: string;
  readonly mail: { readonly senderName: string; readonly senderAddress: string; readonly supportAddress: string };
  readonly companies: Readonly<Record<CompanyId, BrandCompany>>;
}

/** What the foot of a company's pages says. */
export interface BrandCompany {
  /** The regulator's line with the licence; English stands in for a language that it was not written in. */
  readonly legalLine: Readonly<Partial<Record<LanguageKey, string>>> & { readonly en: string };
  /** Share of losing retail accounts in percent, as a decimal string, for the risk warning; null: the regulator's standard range. */
  readonly losingShare: string | null;
}

/**
 * The brand that ships. The legal lines name no licence, because none may be claimed that is not held; the risk warning
 * without a share uses the standard range of ESMA 2018/796 annex II (74–89 %), meant for a firm without twelve months of figures.
 */
export const defaultBrand: Brand = {
  key: 'atrium',
  name: 'Atrium',
  accent: '#0b5c63',
  mail: { senderName: 'Atrium', senderAddress: 'no-reply@atrium.test', supportAddress: 'support@atrium.test' },
  companies: {
    1: { legalLine: { en: 'Atrium Europe serves clients in the European Economic Area.' }, losingShare: null },
    3: {
      legalLine: {
        en: 'Atrium Global serves clients outside the EEA, the UK and Kenya.',
        ar: 'تخدم Atrium Global العملاء خارج المنطقة الاقتصادية الأوروبية والمملكة المتحدة وكينيا.',
        zh: 'Atrium Global 为欧洲经济区、英国和肯尼亚以外的客户提供服务。',
      },
      losingShare: null,
    },
    4: {
      legalLine: { en: 'Atrium UK serves clients in the United Kingdom.', zh: 'Atrium UK 为英国的客户提供服务。' },
      losingShare: null,
    },
    5: { legalLine: { en: 'Atrium Kenya serves clients in Kenya.' }, losingShare: null },
  },
};

/** The legal line in the language of the page, where the broker has it in that language. */
export function legalLineIn({ legalLine }: BrandCompany, language: LanguageKey): string {
  return legalLine[language] ?? legalLine.en;
}

/** The share of losing accounts that the risk warning states where the firm has no figures of its own (ESMA 2018/796 annex II). */
export const standardLosingShare = '74–89';
