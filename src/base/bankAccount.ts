import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools';

/* Accounts at banks anywhere: ISO 13616 (IBAN, with its check digits and the layout of each country) and ISO 9362 (BIC). */

/** As banks exchange them: without what is for the eye, in capitals. */
export function plainAccount(text: string): string {
  return text.replaceAll(/[\s.-]/g, '').toUpperCase();
}

export function isBic(text: string): boolean {
  return isValidBIC(text);
}

/**
 * Whether a transfer can be ordered to it: an IBAN where the bank's country has them, or the number that its country uses. Both plain.
 */
export function isTransferable({ account, bic }: { readonly account: string; readonly bic: string }): boolean {
  const bankCountry = bic.slice(4, 6);
  if (/^[A-Z]{2}\d{2}/.test(account)) {
    const ownCountry = account.slice(0, 2);
    // Territories bank under the IBAN of another country; two countries that each have their own do not.
    return isValidIBAN(account) && (ownCountry === bankCountry || !hasIban(bankCountry));
  }
  return !hasIban(bankCountry) && /^\d[\dA-Z]{3,33}$/.test(account);
}

function hasIban(country: string): boolean {
  return countrySpecs[country]?.IBANRegistry === true;
}
