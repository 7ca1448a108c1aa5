/**
 * Lists of countries that rules name (ISO 3166 alpha-2), apart from the country records themselves, so that a rule or
 * a screen which needs one list does not load them all.
 */

/** Comprehensive sanctions: EU regulations 2017/1509 (KP), 36/2012 (SY), 267/2012 (IR); US 31 CFR 515 (CU). */
export const sanctionedCountries: readonly string[] = ['CU', 'IR', 'KP', 'SY'];

/** Document 2 §5: stock trading is blocked for sanctioned countries; US persons are barred by the US issuers' own rules. */
export const stockBlockedCountries: readonly string[] = [...sanctionedCountries, 'BY', 'MM', 'RU', 'US'];

/** Document 2 §3: no flag is drawn for these. */
export const hiddenFlags: readonly string[] = ['IR', 'CN', 'TW', 'HK', 'MO', 'BR'];

/** Document 1 §2: whose clients see the account-level page in any language; others only in English. */
export const accountLevelCountries: readonly string[] = ['CN', 'TW', 'MO', 'HK'];
