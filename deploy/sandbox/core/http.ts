import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export type Call = {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  body: string;
  /** The body as it came, for what is no text. */
  bytes: Buffer;
};
export type Handler = (call: Call) => unknown;
type Route = { method: string; pattern: RegExp; names: string[]; handler: Handler };

const LIMIT = 12 * 1024 * 1024;

/** Path patterns with `:name` parts; the first route that fits answers. A handler that returns undefined has answered itself. */
export class Router {
  #routes: Route[] = [];
  /** Sees every request first; true says that it has been answered. */
  guard: (req: IncomingMessage, res: ServerResponse, url: URL) => boolean = () => false;
  fallback: Handler = ({ res }) => sendJson(res, 404, { error: "not found" });

  on(method: string, path: string, handler: Handler): this {
    const names: string[] = [];
    const source = path.replace(/[.]/g, "\\.").replace(/:([a-zA-Z]+)/g, (_, name: string) => {
      names.push(name);
      return "([^/]+?)";
    });
    this.#routes.push({ method, pattern: new RegExp(`^${source}$`), names, handler });
    return this;
  }

  match(method: string, path: string): { handler: Handler; params: Record<string, string> } | undefined {
    for (const route of this.#routes) {
      const found = route.method === method ? route.pattern.exec(path) : null;
      if (!found) continue;
      const params = Object.fromEntries(route.names.map((name, i) => [name, decoded(found[i + 1] ?? "")]));
      return { handler: route.handler, params };
    }
    return undefined;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "/", "http://sandbox");
    if (this.guard(req, res, url)) return;
    const method = req.method ?? "GET";
    const found = this.match(method, url.pathname);
    const bytes = await readBody(req);
    const call: Call = {
      req,
      res,
      method,
      path: url.pathname,
      query: url.searchParams,
      params: found?.params ?? {},
      body: bytes.toString("utf8"),
      bytes,
    };
    const result = await (found?.handler ?? this.fallback)(call);
    if (result !== undefined && !res.writableEnded) sendJson(res, 200, result);
  }
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    size += (part as Buffer).length;
    if (size > LIMIT) throw new HttpError(413, "body too large");
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HttpError(400, "the address cannot be read");
  }
}

export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function sendJson(res: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  if (res.headersSent && !res.writableEnded) res.destroy();
  if (res.destroyed || res.writableEnded) return;
  res.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers });
  res.end(JSON.stringify(value));
}

export function sendText(res: ServerResponse, type: string, value: string | Buffer, headers: Record<string, string> = {}): void {
  res.writeHead(200, { "content-type": type, "x-content-type-options": "nosniff", ...headers });
  res.end(value);
}

export function parseJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = body === "" ? {} : JSON.parse(body);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // falls through to the refusal below
  }
  throw new HttpError(400, "the body must be a JSON object");
}

export async function listen(router: Router, port: number, host: string): Promise<Server> {
  const server = createServer((req, res) => {
    router.handle(req, res).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : 500;
      if (status === 500) console.error("sandbox:", error);
      sendJson(res, status, { error: error instanceof Error ? error.message : String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  server.on("error", (error) => console.error("sandbox:", error));
  return server;
}
