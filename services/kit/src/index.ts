export { basePort, type Config, ownerOf, readConfig, serviceUrl } from "./config.ts";
export {
  asTenant,
  type Caller,
  type Ctx,
  can,
  contextHeader,
  mustHave,
  nobody,
  ownStaffId,
  requestIdHeader,
  scopeLevel,
  sessionHeader,
  signCaller,
  verifyCaller,
} from "./context.ts";
export { type ChangeEntry, type CommandOptions, type DatabaseAccess, databaseAccess, type Notice, type Tx } from "./db/access.ts";
export { unlessLong } from "./db/deadline.ts";
export { unlessFull } from "./db/full.ts";
export { type JobDef, type JobMeta, job } from "./db/job.ts";
export { columnName, rowsOf, type TenantDb } from "./db/kysely.ts";
export { lockRow, unlessTaken } from "./db/rows.ts";
export { catalogue, ErrorCode, type ErrorName, fail, fromConnectError, inList, Refusal, toConnectError, tooManyTries } from "./errors.ts";
export { type Consumer, consumer, type EventMeta } from "./events/consumer.ts";
export { runDue } from "./jobs/worker.ts";
export {
  addressLineOf,
  type LocaleFormat,
  localeFormatOf,
  writeArrival,
  writeAtTime,
  writeDate,
  writeDay,
  writeDayAndTime,
  writeMoney,
  writeStay,
  writeTime,
} from "./locale-format.ts";
export { changesNothing, completed, merged, mustBeCurrent, named, notBlank, plainName, plainText } from "./mask.ts";
export { type Amount, decimalsOf, fromMoney, minorOf, symbolOf, toMoney } from "./money/money.ts";
export { type Moves, mayMove } from "./moves.ts";
export { networkOf, networkPrefix } from "./network.ts";
export { logSecurity, type SecurityEvent } from "./observability/security-log.ts";
export { isProof } from "./paper/file-hash.ts";
export { mustExist, mustExistFor } from "./permissions/found.ts";
export { levelOf, type PermissionRow, permissionTable } from "./permissions/permissions.ts";
export {
  type Belongs,
  belongings,
  businessesOf,
  type ClientReach,
  clientReach,
  mustHaveClients,
  mustReachClients,
  reachedClients,
  reachesBusiness,
  standingClient,
  type Whose,
  type WhoseTable,
} from "./permissions/reach.ts";
export { sealNumbers, unsealNumbers } from "./permissions/sealed-numbers.ts";
export { displayPhone, e164, isValidIn, phoneKey, reducePhone, withNumber } from "./phone.ts";
export { personKeepers } from "./privacy/discard-files.jobs.ts";
export { filePathsIn, mustBeOwnFile, mustBePrivate } from "./privacy/file-paths.ts";
export { erasedName, erasedSql, loggedChanges, loggedFiles, type PersonalData, personalData } from "./privacy/personal-data.ts";
export type { PersonalPlace, PersonIds } from "./privacy/personal-rows.store.ts";
export { type Process, process, type Run, refusalForGood, type Step } from "./processes/process.ts";
export type { RunRow } from "./processes/run.store.ts";
export { type Followed, followMerges, type MergeFollower, type Place } from "./projections/follow-merges.ts";
export { on, type Part, type Projection, projection, type Rebuildable, type Rebuilt } from "./projections/projection.ts";
export { accessOf, type Impl, implement, type RpcGroup } from "./rpc/implement.ts";
export { cut, listed, type Page, type PageRequest, pageOf, pageToken } from "./rpc/page.ts";
export { looksLikeHtml, mustKnowPlaceholders, PLACEHOLDER } from "./rpc/placeholders.ts";
export { Together } from "./rpc/together/together.ts";
export type { Runtime } from "./runtime.ts";
export { defineService, type Running, run, type ServiceDef, start } from "./service.ts";
export { dateIn, fromTimestamp, fromWireDate, instantAt, plainDate, todayIn, toTimestamp, toWireDate } from "./time/dates.ts";
export { awakeAt, isQuiet, localOf, type Quiet, quietMinutes } from "./time/quiet.ts";
