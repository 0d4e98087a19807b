import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";
import { GalleryPage } from "../landing/GalleryPage.tsx";
import { Storefront } from "../Storefront.tsx";
import { usePath } from "./address.ts";

/** The pages of this document, by their addresses. */
export const Pages = () => {
  const { under, name = "", part } = bookingAddress(usePath()) ?? {};
  if (under === "go" && name === "gallery") return <GalleryPage />;
  return <Storefront key={name} page={name} mayIntroduce={under === "ol" && part !== "book"} />;
};
