/**
 * Lists of countries that rules name (ISO 3166 alpha-2), apart from the country records themselves, so that a rule or
 * a screen which needs one list does not load them all.
 */

/** Member states of the European Union. */
export const euCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The European Economic Area, which company 1 serves. */
export const eeaCountries: readonly string[] = [...euCountries, 'IS', 'LI', 'NO'];

/** Members of the Commonwealth of Independent States (its charter, 1993). */
export const cisCountries: readonly string[] = ['AM', 'AZ', 'BY', 'KG', 'KZ', 'MD', 'RU', 'TJ', 'UZ'];

/** FATF, "High-risk jurisdictions subject to a call for action". */
export const moneyLaunderingRisk: readonly string[] = ['IR', 'KP', 'MM'];

/** Comprehensive sanctions: EU regulations 267/2012 (IR), 2017/1509 (KP), 36/2012 (SY); US 31 CFR 515 (CU). */
export const sanctionedCountries: readonly string[] = ['CU', 'IR', 'KP', 'SY'];

/**
 * Nobody registers from these: document 2 §3 names US, JP, CA, NZ, BY and MM; US territories follow the US.
 * Iran stays open outside the EU, as document 2 §5 (citizenship) and the Persian language suppose.
 */
export const disabledCountries: readonly string[] = 'US JP CA NZ BY MM AS GU MP PR VI CU KP SY'.split(' ');

/** Document 2 §5: stock trading is blocked for sanctioned countries, and for those whose clients may not register at all. */
export const stockBlockedCountries: readonly string[] = [...new Set([...sanctionedCountries, ...disabledCountries, 'RU'])];

/** Documents 1 §6 and 3 §6: whose clients open no accounts any more. */
export const closedToOpening: readonly string[] = ['HK'];

/** Document 2 §3: no flag is drawn for these. */
export const hiddenFlags: readonly string[] = ['IR', 'CN', 'TW', 'HK', 'MO', 'BR'];

/** Document 1 §2: whose clients see the account-level page in any language; others only in English. */
export const accountLevelCountries: readonly string[] = ['CN', 'TW', 'MO', 'HK'];
