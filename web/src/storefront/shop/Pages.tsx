import { GalleryPage } from "../landing/GalleryPage.tsx";
import { Storefront } from "../Storefront.tsx";
import { usePath } from "./address.ts";
import { Guard } from "./Guard.tsx";
import { pageAt } from "./own-page.ts";

/** The pages of this document, by their addresses. */
export const Pages = () => {
  const path = usePath();
  const { under, name = "", part } = pageAt(path) ?? {};
  const isGallery = under === "go" && name === "gallery";
  return (
    <Guard at={path}>
      {isGallery ? <GalleryPage /> : <Storefront key={name} page={name} mayIntroduce={under === "ol" && part !== "book"} />}
    </Guard>
  );
};
