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

/**
 * Clients from these, and all of companies 1 and 4, are told of no referral (documents 1 §2 and 2 §6 speak of a long list and
 * show none): the sanctioned ones, the EEA and the United Kingdom. Belgium's regulation of 26 May 2016 forbids offering
 * over-the-counter derivatives to consumers by such rewards.
 */
export const referralExcludedCountries: readonly string[] = [...sanctionedCountries, ...eeaCountries, 'GB'];

/** Whose clients of company 3 may trade gold all the same: document 1 §6 denies it to the global group, a broker opens it by country. */
export const goldCountries: readonly string[] = ['IN'];

/** "Asian-country clients" of document 2 §3, which names none of them. */
export const asianCountries: readonly string[] = 'CN HK MO TW JP KR TH VN MY ID SG PH'.split(' ');

/** Documents 1 §6 and 3 §6: whose clients open no accounts any more. */
export const closedToOpening: readonly string[] = ['HK'];

/** Document 2 §3: no flag is drawn for these. */
export const hiddenFlags: readonly string[] = ['IR', 'CN', 'TW', 'HK', 'MO', 'BR'];

/** Document 1 §2: whose clients see the account-level page in any language; others only in English. */
export const accountLevelCountries: readonly string[] = ['CN', 'TW', 'MO', 'HK'];
