import { GalleryPage } from "../landing/GalleryPage.tsx";
import { Storefront } from "../Storefront.tsx";
import { usePath } from "./address.ts";

const GALLERY = "/go/gallery";
/** /ol/{name}, /ol/{name}/landing, /ol/{name}/book and /go/{name}. */
const PAGE = /^\/(ol|go)\/([^/]+)(?:\/(\w+))?/;

/** The pages of this document, by their addresses. */
export const Pages = () => {
  const path = usePath().replace(/\/+$/, "");
  if (path === GALLERY) return <GalleryPage />;
  const [, kind, name = "", part] = PAGE.exec(path) ?? [];
  const page = decoded(name).toLowerCase();
  return <Storefront key={page} page={page} mayIntroduce={kind === "ol" && part !== "book"} />;
};

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
