import http from "node:http";

/** Who a call claims to be: a session's token or an API key, and the place it names. */
export interface Credential {
  readonly token?: string;
  readonly companyId?: string;
  readonly businessId?: string;
}

export interface Answer {
  status: number;
  /** The catalogue's number when it refused, 0 without one, 200 when it did not. */
  code: number;
  text: string;
  type: string;
}

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Which of this machine's addresses it comes from, such as 127.0.0.9. */
  localAddress?: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const slowestMs = 30_000;

export function headersOf({ token, companyId, businessId }: Credential): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(companyId ? { "x-leashline-company-id": companyId } : {}),
    ...(businessId ? { "x-leashline-business-id": businessId } : {}),
  };
}

/** One request as it is, without a library that would mend it. */
export function send(url: string, { method, path, headers = {}, body, localAddress }: Sent): Promise<Omit<Answer, "code">> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const source = localAddress ? { localAddress, family: 4 } : {};
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, hostname, port, method, path, ...source, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString("latin1"),
          type: response.headers["content-type"] ?? "",
        }),
      );
    });
    request.setTimeout(slowestMs, () => request.destroy(new Error(`no answer to ${method} ${path} within ${slowestMs} ms`)));
    request.on("error", reject);
    request.end(body);
  });
}

/** The service-style face, in JSON. */
export async function callRpc(url: string, path: string, body: object, as: Credential = {}, localAddress?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...headersOf(as) };
  const answer = await send(url, { method: "POST", path, headers, body: JSON.stringify(body), ...(localAddress && { localAddress }) });
  return { ...answer, code: answer.status === 200 ? 200 : numberIn(answer.text) };
}

/** The number of the catalogue in a Connect error. */
function numberIn(text: string): number {
  const error = parsed(text) as { details?: { type?: string; debug?: { metadata?: { code?: string } } }[] } | undefined;
  const details = error?.details ?? [];
  return Number(details.find((detail) => detail.type === "google.rpc.ErrorInfo")?.debug?.metadata?.code ?? 0);
}

/** The REST face: a GET or DELETE carries its request in the query, the others in the body. */
export async function callRest(url: string, request: Sent, as: Credential = {}): Promise<Answer> {
  const headers = { ...(request.body === undefined ? {} : { "content-type": "application/json" }), ...headersOf(as) };
  const answer = await send(url, { ...request, headers });
  const body = parsed(answer.text) as { code?: number } | undefined;
  return { ...answer, code: typeof body?.code === "number" ? body.code : 0 };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
