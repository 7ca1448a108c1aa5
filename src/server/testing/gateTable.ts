import type { ClientProfile } from '../../law/gates.ts';
import type { GateAction, GateCode } from '../../law/gateNames.ts';
import { regionKeys, type RegionKey } from '../../law/regions/profile.ts';

/* What a client may do, written by hand: the law is held to it, and so is every call of the server. */

/** What the letters of the tables below stand for. */
export const gateLetters: Readonly<Record<string, GateCode | 'yes'>> = {
  '+': 'yes',
  D: 'sign_in_refused',
  C: 'account_closed',
  N: 'service_not_available',
  K: 'service_not_available_uk',
  R: 'complete_registration',
  U: 'upload_documents',
  W: 'documents_under_review',
  V: 'verify_profile',
  F: 'account_frozen',
  A: 'account_dormant',
  O: 'only_withdrawals',
  S: 'stock_not_available_here',
  T: '10045',
  G: 'gold_not_available_here',
  X: 'test_not_asked',
  I: '30003',
  H: 'signals_not_available_here',
  Y: 'we_are_not_accept_hongkong_clients',
  P: 'stock_not_available_in_country',
  L: 'documents_and_profile_only',
  E: 'service_not_available_log_in_global',
};

const everywhere: readonly RegionKey[] = regionKeys;
/** Those without a law of their own on what a client may do. */
const abroad: readonly RegionKey[] = ['global', 'china'];

/** Status by status, for a client whose papers are approved, who has passed the test and came in by the own site. */
export const gateTable: readonly (readonly [GateAction, readonly RegionKey[], string])[] = [
  //                                                      3 4 5 6 7 8 9 11 12 13 14 16 18 19 66
  ['sign_in', everywhere, '                               + D + + + + + +  +  +  +  +  +  +  +'],
  ['view', everywhere, '                                  + D + + + + + +  +  +  +  +  +  +  +'],
  ['view_profile', everywhere, '                          + D + + + + + +  +  +  +  +  +  +  +'],
  ['change_profile', everywhere, '                        + D C + + + + +  +  +  F  +  N  K  +'],
  ['view_documents', everywhere, '                        + D + + + + + +  +  +  +  +  +  +  +'],
  ['export_transfers', everywhere, '                      + D + + + + + +  +  +  +  +  +  +  +'],
  ['open_live_account', [...abroad, 'eu', 'uk'], '        R D C R W R U A  +  O  F  O  N  K  R'],
  ['open_live_account', ['kenya'], '                      R D C R V R V A  +  O  F  O  N  K  R'],
  ['open_demo_account', [...abroad, 'eu', 'uk'], '        + D C + + + + A  +  O  +  O  N  K  +'],
  ['open_demo_account', ['kenya'], '                      R D C R V R V A  +  O  V  O  N  K  R'],
  ['open_stock_account', abroad, '                        R D C R T R T A  +  O  F  O  N  K  R'],
  ['open_stock_account', ['eu', 'uk', 'kenya'], '         S D C S S S S S  S  S  S  S  N  K  S'],
  ['view_stocks', abroad, '                               + D + + + + + +  +  +  +  +  +  +  +'],
  ['view_stocks', ['eu', 'uk', 'kenya'], '                S D S S S S S S  S  S  S  S  S  S  S'],
  ['deposit', [...abroad, 'uk', 'kenya'], '               R D C R W R U A  +  O  F  O  N  K  R'],
  ['deposit', ['eu'], '                                   R D C R + R + A  +  O  F  O  N  K  R'],
  ['withdraw', everywhere, '                              R D C R W R U +  +  +  F  +  N  K  +'],
  ['transfer', everywhere, '                              R D C R W R U A  +  O  F  O  N  K  R'],
  ['cancel_transfer', everywhere, '                       + D C + + + + +  +  +  +  +  N  K  +'],
  ['trade', everywhere, '                                 R D C R W R U A  +  O  F  O  N  K  R'],
  ['trade_demo', everywhere, '                            + D C + + + + A  +  O  +  O  N  K  +'],
  ['close_position', everywhere, '                        + D + + + + + +  +  +  +  +  +  +  +'],
  ['change_leverage', everywhere, '                       + D C + + + + A  +  O  F  O  N  K  +'],
  ['change_trading_password', everywhere, '               + D C + + + + +  +  +  +  +  N  K  +'],
  ['archive_account', everywhere, '                       + D C + + + + A  +  O  F  O  N  K  +'],
  ['gold', abroad, '                                      G D G G G G G G  G  G  G  G  G  K  G'],
  ['gold', ['eu', 'uk', 'kenya'], '                       R D + R + R + +  +  +  +  +  +  K  +'],
  ['buy_gold', abroad, '                                  G D C G G G G A  G  O  F  O  N  K  G'],
  ['buy_gold', ['eu', 'uk', 'kenya'], '                   R D C R W R U A  +  O  F  O  N  K  R'],
  ['sell_gold', abroad, '                                 G D C G G G G G  G  G  F  G  N  K  G'],
  ['sell_gold', ['eu', 'uk', 'kenya'], '                  R D C R + R + +  +  +  F  +  N  K  +'],
  ['enrol', everywhere, '                                 + D C + + + + +  +  +  F  +  N  K  +'],
  ['take_test', [...abroad, 'kenya'], '                   X D C X X X X X  X  X  F  X  N  K  X'],
  ['take_test', ['eu', 'uk'], '                           R D C R + R + +  +  +  F  +  N  K  +'],
  ['invest', [...abroad, 'eu', 'uk'], '                   R D C R W R U A  +  O  F  O  N  K  R'],
  ['view_signals', [...abroad, 'eu', 'kenya'], '          + D + + + + + +  +  +  +  +  +  +  +'],
  ['view_signals', ['uk'], '                              H D H H H H H H  H  H  H  H  H  H  H'],
  ['use_tools', everywhere, '                             R D C R + R + +  +  +  +  +  N  K  R'],
  ['invest', ['kenya'], '                                 I D C I I I I I  I  I  I  I  N  K  I'],
];

/** A client of each region. */
export const homeOf: Readonly<Record<RegionKey, Pick<ClientProfile, 'company' | 'country'>>> = {
  eu: { company: 1, country: 'CY' },
  uk: { company: 4, country: 'GB' },
  // From a country that has no region of its own, whichever have one.
  global: { company: 3, country: '' },
  kenya: { company: 5, country: 'KE' },
  china: { company: 3, country: 'CN' },
};

interface SpecialCountry {
  readonly name: string;
  readonly company: ClientProfile['company'];
  readonly country: string;
  /** The region whose rows hold for whatever is not said here. */
  readonly region: RegionKey;
  readonly rows: readonly (readonly [readonly GateAction[], string])[];
}

/** Countries whose clients are held to something else than those of their region. */
export const specialCountries: readonly SpecialCountry[] = [
  {
    name: 'Hong Kong',
    company: 3,
    country: 'HK',
    region: 'global',
    rows: [
      //                                                                                    3 4 5 6 7 8 9 11 12 13 14 16 18 19 66
      [
        ['open_live_account', 'open_demo_account', 'open_stock_account', 'invest'],
        '        Y D C Y Y Y Y Y  Y  Y  Y  Y  N  K  Y',
      ],
    ],
  },
  {
    name: 'India, where gold is opened',
    company: 3,
    country: 'IN',
    region: 'global',
    rows: [
      [
        ['gold'],
        '                                                                          R D + R + R + +  +  +  +  +  +  K  +',
      ],
      [
        ['buy_gold'],
        '                                                                      R D C R W R U A  +  O  F  O  N  K  R',
      ],
      [
        ['sell_gold'],
        '                                                                     R D C R + R + +  +  +  F  +  N  K  +',
      ],
    ],
  },
  {
    name: 'Iran, where shares are not traded',
    company: 3,
    country: 'IR',
    region: 'global',
    rows: [
      [
        ['view_stocks'],
        '                                                                   P D P P P P P P  P  P  P  P  P  P  P',
      ],
      [
        ['open_stock_account'],
        '                                                            P D C P P P P P  P  P  P  P  N  K  P',
      ],
    ],
  },
  { name: 'Nigeria', company: 3, country: 'NG', region: 'global', rows: [] },
];

/** The lock on clients from China without approved papers leaves these as they are. */
export const leftByLock: readonly GateAction[] = ['sign_in', 'view_profile', 'change_profile', 'view_documents', 'enrol'];

/** The site of another company leaves these to a client of the global one: all that only reads. */
export const leftByOtherSite: readonly GateAction[] = [
  'sign_in',
  'view',
  'view_profile',
  'view_documents',
  'export_transfers',
  'gold',
  'view_stocks',
  'view_signals',
];

/** A row of the table as its letters, status by status. */
export function lettersOf(row: string): readonly string[] {
  return row.trim().split(/\s+/);
}
