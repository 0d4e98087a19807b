import { PassThrough, type Readable } from "node:stream";
import multipart from "@fastify/multipart";
import { Refusal } from "@leashline/kit/errors.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { widths } from "../file-content/pictures.ts";
import { type Authenticator, IdentityAway } from "../identity/authenticator.ts";
import { type LegacyAnswer, refusal, success } from "../legacy/envelope.ts";
import type { LegacyRoute } from "../legacy/routes.ts";
import { linkHolds } from "./links.ts";
import { isPartPath, type Parts } from "./parts.ts";
import { shownFile } from "./shown-file.ts";
import { type FileStore, type FileToSend, placeOf } from "./store.ts";

export interface UploadParts {
  authenticator: Authenticator;
  store: FileStore;
  parts: Parts;
  signingKey: string;
  publicUrl: URL;
  limit: number;
  /** The declared REST path that takes a form. */
  form: LegacyRoute;
}

/** The form upload of the REST face, presigned PUT, and reading files. */
export function serveUploads(app: FastifyInstance, parts: UploadParts): void {
  app.register(async (api) => {
    api.addHook("onRequest", tooMuchAnnounced(parts.limit));
    api.addHook("onResponse", dropRest);
    await api.register(multipart, { limits: { fileSize: parts.limit + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 30 } });
    api.route({
      method: parts.form.verb,
      url: parts.form.url,
      handler: (request, reply) => answerWith(reply, () => takeForm(parts, request)),
    });
  });
  app.register(async (files) => {
    files.addHook("onRequest", tooMuchAnnounced(parts.limit));
    files.addHook("onResponse", dropRest);
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", (_, payload, done) => done(null, payload));
    files.put("/uploads/*", (request, reply) => answerWith(reply, () => takePut(parts, request)));
    files.get("/uploads/*", (request, reply) => sendFile(parts, request, reply));
  });
}

/** What a form adds to the file in it. */
const aroundTheFile = 256 * 1024;

/** Says no before anything is sent, where the length that is announced is far over the limit. */
function tooMuchAnnounced(limit: number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (Number(request.headers["content-length"] ?? 0) <= limit + aroundTheFile) return;
    return reply.code(413).header("connection", "close").send(refusal(ErrorCode.FILE_TOO_LARGE).body);
  };
}

async function answerWith(reply: FastifyReply, work: () => Promise<LegacyAnswer>): Promise<FastifyReply> {
  const answer = await work().catch(refused);
  return reply.code(answer.status).header("cache-control", "no-store").send(answer.body);
}

/** What the reader of forms says of one that is none, or stops half-way. */
const brokenForm =
  /^(Multipart: |Malformed |Unexpected end of |The needle cannot have a length |Unsupported content type|Missing Content-Type)/;

function refused(error: unknown): LegacyAnswer {
  if (error instanceof Refusal) {
    if (error.code === ErrorCode.SYSTEM_BUSY) return { ...refusal(error.code), status: 503 };
    const reason = error.options.reason ?? error.message;
    return refusal(error.code, error.message, error.code === ErrorCode.PARAMS_INVALID ? reason : null);
  }
  if (error instanceof IdentityAway) return { ...refusal(ErrorCode.SYSTEM_BUSY), status: 503 };
  if ((error as { code?: string }).code === "FST_REQ_FILE_TOO_LARGE") return refusal(ErrorCode.FILE_TOO_LARGE);
  if (
    brokenForm.test((error as Error).message) ||
    /^FST_(INVALID_MULTIPART|PARTS_LIMIT|FILES_LIMIT|FIELDS_LIMIT|PROTO_VIOLATION|NO_FORM)/.test((error as { code?: string }).code ?? "")
  ) {
    return {
      ...refusal(ErrorCode.PARAMS_INVALID, "The form cannot be read: send multipart/form-data with one part named file."),
      status: 400,
    };
  }
  throw error;
}

async function takeForm(parts: UploadParts, request: FastifyRequest): Promise<LegacyAnswer> {
  const { method } = parts.form;
  const context = await parts.authenticator.enter(request.raw, method.tier, false);
  const no = parts.authenticator.refused(method, context, request.raw, false);
  if (no) return refusal(no.code, no.message);
  if (!request.isMultipart())
    return { ...refusal(ErrorCode.PARAMS_INVALID, "Send the file as multipart/form-data in a part named file."), status: 400 };
  const part = await request.file();
  if (!part) return { ...refusal(ErrorCode.PARAMS_INVALID, "The form has no file."), status: 400 };
  // Whoever leaves half-way leaves no half file behind.
  request.raw.once("close", () => {
    if (!request.raw.complete) part.file.destroy(new Error("the caller left"));
  });
  const flag = part.fields.public;
  const isPublic =
    new URLSearchParams(request.url.split("?")[1] ?? "").get("public") === "true" ||
    (flag !== undefined && "value" in flag && flag.value === "true");
  const path = parts.store.newPath({ companyId: context.identity.caller.companyId, isPublic }, formFileName(part.filename));
  return success({ file: shownFile(await parts.store.save(path, part.file), parts.publicUrl) });
}

/** Browsers write quotes and line ends of a file's name in percent form. */
function formFileName(name: string): string {
  return name === "" ? "file" : name.replace(/%(22|0d|0a)/gi, "_");
}

const underway = new Set<string>();

async function takePut(parts: UploadParts, request: FastifyRequest): Promise<LegacyAnswer> {
  const { path, query } = target(request);
  if (!linkHolds("put", path, query, parts.signingKey, Date.now()))
    return { ...refusal(ErrorCode.NO_PERMISSION, "This address does not hold, or no longer."), status: 403 };
  try {
    if (isPartPath(path)) {
      const whole = await parts.parts.take(path, contentOf(request));
      return success(whole ? { file: shownFile(whole, parts.publicUrl) } : {});
    }
    return await takeOnce(parts, request, path);
  } catch (error) {
    const answer = refused(error);
    // A PUT is answered by its HTTP status: the one who sends it may not read our body codes.
    return { ...answer, status: answer.body.code === ErrorCode.FILE_TOO_LARGE ? 413 : Math.max(400, answer.status) };
  }
}

/** An address takes one file, once: who learns of it later cannot put another in its place. */
async function takeOnce(parts: UploadParts, request: FastifyRequest, path: string): Promise<LegacyAnswer> {
  const [, , , companyId = "", fileId = ""] = path.split("/");
  const taken = { ...refusal(ErrorCode.STATE_CONFLICT, "A file has come to this address already."), status: 409 };
  if (underway.has(fileId)) return taken;
  underway.add(fileId);
  try {
    if (await parts.store.isThere(companyId, fileId)) return taken;
    return success({ file: shownFile(await parts.store.save(path, contentOf(request)), parts.publicUrl) });
  } finally {
    underway.delete(fileId);
  }
}

/** The bytes of a PUT, apart from its connection: that goes on when they are refused. */
function contentOf(request: FastifyRequest): Readable {
  const content = new PassThrough();
  request.raw.once("close", () => {
    if (!request.raw.complete) content.destroy(new Error("the caller left"));
  });
  content.on("error", () => undefined);
  return request.raw.pipe(content);
}

const dropMs = 5_000;

/** What a refused upload still sends is dropped, so that the connection is good for the next request; for a while only. */
async function dropRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete) return;
  raw.unpipe();
  const late = setTimeout(() => raw.destroy(), dropMs);
  raw.once("end", () => clearTimeout(late)).once("close", () => clearTimeout(late));
  raw.resume();
}

function target(request: FastifyRequest): { path: string; query: URLSearchParams } {
  const url = new URL(request.url, "http://gateway");
  try {
    return { path: decodeURIComponent(url.pathname), query: url.searchParams };
  } catch {
    return { path: "", query: url.searchParams };
  }
}

async function sendFile(parts: UploadParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { path, query } = target(request);
  const place = placeOf(path);
  const allowed =
    place !== undefined &&
    (place.isPublic || linkHolds("get", path, query, parts.signingKey, Date.now()) || (await isOwn(parts, request, place.companyId)));
  const found = allowed ? await look(parts.store, path, Number(query.get("width"))) : missing;
  if (!place || "text" in found) {
    const { status, text } = "text" in found ? found : missing;
    return reply.code(status).type("text/plain").header("cache-control", "no-store").send(text);
  }
  const { file } = found;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const inline = /^(image|video)\/|pdf$/.test(file.kind.type);
  reply.headers({
    "content-type": file.kind.type,
    "cache-control": place.isPublic ? "public, max-age=31536000, immutable" : "private, max-age=3600",
    "content-disposition": `${inline ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name)}`,
    // A picture may hold scripts (SVG): opened by itself it can do nothing.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    // Pictures of a storefront stand in pages and mails of others; everything else is for our own pages.
    "cross-origin-resource-policy": place.isPublic ? "cross-origin" : "same-origin",
    "accept-ranges": "bytes",
    "last-modified": file.modified.toUTCString(),
  });
  const range = rangeOf(request.headers.range, file.size);
  if (range === "bad") return reply.code(416).header("content-range", `bytes */${file.size}`).send();
  if (!range) return reply.header("content-length", file.size).send(await file.stream(0, Math.max(0, file.size - 1)));
  const [from, to] = range;
  return reply
    .code(206)
    .headers({ "content-range": `bytes ${from}-${to}/${file.size}`, "content-length": to - from + 1 })
    .send(await file.stream(from, to));
}

type Found = { file: FileToSend } | { status: number; text: string };
const missing = { status: 404, text: "There is no such file, or it is not yours to see." };
const waiting = { status: 423, text: "This file waits for the virus scanner. Try again in a few minutes." };
const away = { status: 503, text: "The file cannot be had at the moment. Try again in a minute." };

async function look(store: FileStore, path: string, width: number): Promise<Found> {
  try {
    const file = widths.includes(width) ? await store.readAt(path, width) : await store.read(path);
    if (file) return { file };
    return (await store.isHeld(path)) ? waiting : missing;
  } catch (error) {
    return error instanceof Refusal && error.code === ErrorCode.SYSTEM_BUSY ? away : missing;
  }
}

async function isOwn(parts: UploadParts, request: FastifyRequest, companyId: string): Promise<boolean> {
  try {
    const context = await parts.authenticator.enter(request.raw, Tier.ANONYMOUS, false);
    return context.verdict.allowed && context.identity.caller.companyId === companyId;
  } catch {
    return false;
  }
}

function rangeOf(header: string | undefined, size: number): [number, number] | "bad" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const from = match[1] === "" ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const to = match[1] === "" || match[2] === "" ? size - 1 : Math.min(size - 1, Number(match[2]));
  return from > to || from >= size ? "bad" : [from, to];
}
