import { call } from './call.ts';
import { company } from './company.ts';
import { formField } from './formField.ts';
import { job } from './job.ts';
import { language } from './language.ts';
import { method } from './method.ts';
import { notice } from './notice.ts';
import { port } from './port.ts';
import { queue } from './queue.ts';
import type { Recipe } from './recipe.ts';
import { region } from './region.ts';
import { staffCall } from './staffCall.ts';

export const recipes: readonly Recipe[] = [
  region,
  company,
  method,
  call,
  formField,
  language,
  notice,
  staffCall,
  port,
  job,
  queue,
];
