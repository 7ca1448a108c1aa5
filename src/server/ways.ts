import type { GateCode } from '../law/gates.ts';
import { deskWays, type DeskWay } from '../protocol/deskWays.ts';
import type { ProtocolRefusal } from '../protocol/refusals.ts';
import { ways, type Way } from '../protocol/ways.ts';
import type { AreaContract } from './served.ts';

type SpecsOf<Declared> = Declared extends { readonly calls: infer Calls } ? Calls[keyof Calls] : never;
type CodesOf<Spec> = Spec extends { readonly who: 'staff' }
  ? never
  : Spec extends { readonly errors: infer Errors }
    ? Extract<keyof Errors, string>
    : never;

/** Calls of the desk that nobody is signed in for, such as signing in, are staff's too. */
type StaffCodesOf<Spec> = Spec extends { readonly who: 'staff' } | { readonly path: `/api/desk/${string}` }
  ? Spec extends { readonly errors: infer Errors }
    ? Extract<keyof Errors, string>
    : never
  : never;

/** Every code that a client can meet: of a call, of a gate, of serve itself. */
type ClientCode = CodesOf<SpecsOf<AreaContract>> | GateCode | ProtocolRefusal;

/** The compiler asks for a row of each. */
export const wayOfEveryCode: Readonly<Record<ClientCode, Way>> = ways;

/** The same of every code that a member of staff can meet. */
export const deskWayOfEveryCode: Readonly<Record<StaffCodesOf<SpecsOf<AreaContract>> | ProtocolRefusal, DeskWay>> = deskWays;
