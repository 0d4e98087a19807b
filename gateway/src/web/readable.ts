import type { IncomingMessage } from "node:http";

type Asked = Pick<IncomingMessage, "url" | "method" | "headers">;

const isRead = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** The address as it is routed: one that nobody can read ("/%zz") is, to a browser that opens a page, a name as it stands, and so the page of any unknown address. */
export function readable({ url = "/", method, headers }: Asked): string {
  if (!url.includes("%") || (method !== "GET" && method !== "HEAD") || !headers.accept?.includes("text/html")) return url;
  const [path = ""] = url.split("?", 1);
  return isRead(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}
