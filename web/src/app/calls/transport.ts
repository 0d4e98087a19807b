import { toBinary } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { createClient, createContextKey, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { isRefused, isSignedOut, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { chosenIds } from "../../ui/links/chosen.ts";
import { AttemptKeys } from "./attempts.ts";
import { batchMetadata } from "./metadata-batch.ts";

/** Ours; also proof against forged requests, since no other site can set it. */
const CSRF = "x-leashline-csrf";
const COMPANY = "x-leashline-company-id";
const BUSINESS = "x-leashline-business-id";

const identify: Interceptor = (next) => (req) => {
  const { companyId, businessId } = chosenIds();
  req.header.set(CSRF, "1");
  if (companyId && !req.header.has(COMPANY)) req.header.set(COMPANY, companyId);
  if (businessId && !req.header.has(BUSINESS)) req.header.set(BUSINESS, businessId);
  return next(req);
};

const attempts = new AttemptKeys();
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What was seen when something was asked for, where asking for the same again means something new once that has changed: half a bill, and then its other half. */
export const seenBefore = createContextKey("");

/** Every write carries a key; see AttemptKeys for when it is a new one. */
const once: Interceptor = (next) => async (req) => {
  if (req.stream || req.method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS) return next(req);
  const intention = `${req.header.get(BUSINESS) ?? ""}/${req.method.parent.typeName}/${req.method.name}/${hex(toBinary(req.method.input, req.message))}/${req.contextValues.get(seenBefore)}`;
  req.header.set("idempotency-key", attempts.begin(intention, Date.now()));
  try {
    const answer = await next(req);
    attempts.end(intention, "known");
    return answer;
  } catch (error) {
    attempts.end(intention, outcomeUnknown(error) ? "unknown" : "known");
    throw error;
  }
};

type Listener = () => void;
let onSignedOut: Listener = () => {};
/** Called when the server no longer knows our session. */
export const whenSignedOut = (listener: Listener): void => {
  onSignedOut = listener;
};

let onRefused: Listener = () => {};
/** Called when a call was refused for want of a right: what we know of our rights may be old. */
export const whenRefused = (listener: Listener): void => {
  onRefused = listener;
};

const watchSession: Interceptor = (next) => async (req) => {
  try {
    return await next(req);
  } catch (error) {
    if (isSignedOut(error)) onSignedOut();
    else if (isRefused(error)) onRefused();
    throw error;
  }
};

/** Longer than the server takes to say that it is late (its limit is 20 s): whoever waits hears it from there, and from us when nothing comes at all. */
export const CALL_MS = 60_000;

/** Same origin, cookie session, binary bodies. */
export const transport = createConnectTransport({
  baseUrl: "/",
  useBinaryFormat: true,
  defaultTimeoutMs: CALL_MS,
  fetch: (input, init) => fetch(input, { ...init, credentials: "include" }),
  interceptors: [watchSession, identify, once, batchMetadata],
});

/** For calls outside of components; screens use `@connectrpc/connect-query`. */
export const clientFor = <S extends Parameters<typeof createClient>[0]>(service: S) => createClient(service, transport);
