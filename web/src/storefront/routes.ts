const storefront = () => import("./Storefront.tsx");

/** What pet parents open from a link to book online. */
export const routes = [
  { path: "/go/:name", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/go/gallery", title: "Gallery", tier: "anonymous", bare: true },
  { path: "/ol/:bookOnlineName", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/ol/:bookOnlineName/landing", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/ol/:bookOnlineName/book", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/ol/:bookOnlineName/membership", title: "Memberships", tier: "anonymous", bare: true },
  { path: "/ol/:bookOnlineName/package", title: "Packages", tier: "anonymous", bare: true },
] as const;
