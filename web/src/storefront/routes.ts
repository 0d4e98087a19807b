const storefront = () => import("./Storefront.tsx");

/** What pet parents open from a link: to book online, and to see an appointment. */
export const routes = [
  { path: "/a/:token", title: "Your appointment", tier: "anonymous", bare: true, load: storefront },
  { path: "/go/:name", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/go/gallery", title: "Gallery", tier: "anonymous", bare: true },
  { path: "/ol/:bookOnlineName", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/ol/:bookOnlineName/landing", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/ol/:bookOnlineName/book", title: "Book online", tier: "anonymous", bare: true, load: storefront },
  { path: "/ol/:bookOnlineName/membership", title: "Memberships", tier: "anonymous", bare: true },
  { path: "/ol/:bookOnlineName/package", title: "Packages", tier: "anonymous", bare: true },
] as const;
