import { z } from 'zod';
import { approvalKinds, staffRights, staffRoles } from '../../law/staff.ts';
import { contract } from '../../protocol/call.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const role = z.enum(staffRoles);

/** Where a member of staff stands: `invited` has the one-time link and no password yet. */
export const staffStatuses = ['invited', 'active', 'disabled'] as const;

const member = z.object({
  staff_id: z.int(),
  email: z.string(),
  name: z.string(),
  role,
  status: z.enum(staffStatuses),
  has_second_factor: z.boolean(),
  created_at: z.iso.datetime(),
  /** Null while they have never signed in. */
  last_seen_at: z.iso.datetime().nullable(),
});
export type Member = z.infer<typeof member>;

/** Who is signed in at the desk. */
const me = {
  staff_id: z.int(),
  name: z.string(),
  role,
  rights: z.array(z.enum(staffRights)),
};

const code = z.string().trim().max(40);
const oneTimeLink = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** OWASP: twelve characters where there is a second factor too is ample; the length is what counts. */
const newPassword = z.string().min(12).max(200);

const loginInput = z.object({
  id: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
  /** Of the authenticator app, or a recovery code. */
  code: code.optional(),
});
const enrolInput = z.object({ link: oneTimeLink, password: newPassword, code: code.optional() });
const addInput = z.object({ email: z.email().max(254), name: z.string().trim().min(1).max(100), role, reason });
const roleInput = z.object({ staff_id: rowId, role, reason });
const statusInput = z.object({ staff_id: rowId, status: z.enum(['active', 'disabled']), reason });
const linkInput = z.object({ staff_id: rowId, reason });

export const staffContract = contract({
  area: 'staff',
  calls: {
    login: {
      method: 'POST',
      path: '/api/desk/login',
      summary:
        'Signs a member of staff in and sets the cookie of the desk. With the second factor on and no code: 401 second_factor_required; the same call with `code` goes on.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: loginInput,
      output: z.object({ token: z.string(), sid: z.string(), ...me }),
      errors: {
        wrongCredentials: 401,
        second_factor_required: 401,
        second_factor_missing: 401,
        wrong_code: 422,
        too_many_attempts: 429,
      },
    },
    openEnrolment: {
      method: 'POST',
      path: '/api/desk/enrolment',
      summary: 'Whose one-time link it is, and the secret for their authenticator app where the second factor is on.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({ link: oneTimeLink }),
      output: z.object({
        name: z.string(),
        email: z.string(),
        role,
        /** Null where the second factor is off. `uri` is the otpauth address that the app reads as a QR code. */
        totp: z.object({ secret: z.string(), uri: z.string() }).nullable(),
      }),
      errors: { link_not_valid: 404, too_many_attempts: 429 },
      rate: { count: 60, seconds: 60 },
    },
    enrol: {
      method: 'POST',
      path: '/api/desk/enrol',
      summary: 'Uses the one-time link up: keeps the password and, with the first code of the app, the second factor.',
      who: 'anyone',
      runs: 'transaction',
      keepsAnswer: false,
      input: enrolInput,
      /** Shown this once; empty where the second factor is off. */
      output: z.object({ email: z.string(), recovery_codes: z.array(z.string()) }),
      errors: { link_not_valid: 404, wrong_code: 422 },
      rate: { count: 60, seconds: 60 },
    },
    logout: {
      method: 'POST',
      path: '/api/desk/logout',
      summary: 'Ends the session of the desk and clears its cookie.',
      who: 'staff',
      right: 'own_session',
      takesReason: false,
      audits: 'staff.sign_out',
      runs: 'transaction',
      keepsAnswer: false,
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
    me: {
      method: 'GET',
      path: '/api/desk/me',
      summary: 'Who is signed in, with the token that writes carry and what the role may do and approve.',
      who: 'staff',
      right: 'own_session',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        ...me,
        email: z.string(),
        approves: z.array(z.enum(approvalKinds)),
        token: z.string(),
        sid: z.string(),
      }),
      errors: {},
    },
    list: {
      method: 'GET',
      path: '/api/desk/staff',
      summary: 'The members of staff, by name, a page of a hundred.',
      who: 'staff',
      right: 'staff',
      runs: 'read',
      input: z.object({ after: rowId.optional() }),
      output: z.object({ staff: z.array(member), next: z.string().nullable() }),
      errors: {},
      reads: ['staff'],
    },
    add: {
      method: 'POST',
      path: '/api/desk/staff',
      summary: 'Adds a member of staff; `link` is the one-time link for their first sign-in, shown this once.',
      who: 'staff',
      right: 'staff',
      audits: 'staff.add',
      runs: 'transaction',
      input: addInput,
      output: z.object({ member, link: z.string().nullable() }),
      shownOnce: ['link'],
      errors: { staff_exists: 409 },
      stale: ['staff', 'audit'],
    },
    changeRole: {
      method: 'POST',
      path: '/api/desk/staff/{staff_id}/role',
      summary: 'Gives another role, and ends the sessions of who has it. Never one’s own.',
      who: 'staff',
      right: 'staff',
      audits: 'staff.change_role',
      runs: 'transaction',
      input: roleInput,
      output: z.object({ member }),
      errors: { staff_not_found: 404, own_record: 409, staff_changed: 409 },
      stale: ['staff', 'audit'],
    },
    changeStatus: {
      method: 'POST',
      path: '/api/desk/staff/{staff_id}/status',
      summary: 'Disables a member of staff, whose sessions end at once, or lets them in again. Never oneself.',
      who: 'staff',
      right: 'staff',
      audits: 'staff.change_status',
      runs: 'transaction',
      input: statusInput,
      output: z.object({ member }),
      errors: { staff_not_found: 404, own_record: 409, staff_changed: 409 },
      stale: ['staff', 'audit'],
    },
    renewLink: {
      method: 'POST',
      path: '/api/desk/staff/{staff_id}/link',
      summary:
        'A new one-time link for who lost password or second factor: both are taken away, and the sessions end. Never one’s own.',
      who: 'staff',
      right: 'staff',
      audits: 'staff.renew_link',
      runs: 'transaction',
      input: linkInput,
      output: z.object({ member, link: z.string().nullable() }),
      shownOnce: ['link'],
      errors: { staff_not_found: 404, own_record: 409, staff_changed: 409, staff_disabled: 409 },
      stale: ['staff', 'audit'],
    },
  },
  deskPages: {
    staff: { path: 'staff', title: 'desk.nav.staff', right: 'staff' },
    /** Behind a one-time link, which stands after the `#`, so that it is in nobody's log: `/desk/enrolment#<link>`. */
    enrolment: { path: 'enrolment', title: 'desk.nav.enrolment' },
  },
});
