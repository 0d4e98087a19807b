import { Code, ConnectError } from "@connectrpc/connect";

type Way = { signal?: AbortSignal | undefined; onBytes: (bytes: number) => void };
/** How the gateway answers a PUT. */
type Body = { message?: string; data?: unknown };

/** What the answer to a PUT means as a failure of a call, or nothing when it was taken. */
export function putProblem(status: number, text: string): ConnectError | undefined {
  if (status >= 200 && status < 300) return undefined;
  // The address took the file before and only the answer was lost: an address takes one, once.
  if (status === 409) return undefined;
  if (status >= 500 || [0, 403, 408, 429].includes(status)) return new ConnectError("not taken", Code.Unavailable);
  const { message = "", data } = bodyOf(text);
  return new ConnectError(typeof data === "string" && data !== "" ? data : message, Code.InvalidArgument);
}

function bodyOf(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}

/** PUTs bytes to a signed address of our own server. By XMLHttpRequest, since `fetch` does not tell how far it is. */
export const put = (address: string, content: Blob, { signal, onBytes }: Way): Promise<void> =>
  new Promise((done, failed) => {
    const { pathname, search } = new URL(address);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded }) => onBytes(loaded);
    request.onload = () => {
      const problem = putProblem(request.status, request.responseText);
      if (problem) failed(problem);
      else done();
    };
    request.onerror = () => failed(new ConnectError("offline", Code.Unavailable, undefined, undefined, new TypeError("offline")));
    request.onabort = () => failed(signal?.reason ?? new DOMException("aborted", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort, { once: true });
    request.open("PUT", pathname + search);
    request.send(content);
  });
