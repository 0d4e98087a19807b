/** The booking page is a document of its own (book.html): who comes to its address within the application opens that. */
const toBook = () => import("./shop/ToBook.tsx");

const payPage = () => import("./pay/PayPage.tsx");
const cardPage = () => import("./pay/CardPage.tsx");

/** What pet parents open from a link: to book online, to see an appointment, to pay a bill, to leave a card, and to sign. */
export const routes = [
  { path: "/a/:token", title: "Your appointment", tier: "anonymous", bare: true, load: () => import("./appointment/AppointmentPage.tsx") },
  { path: "/o/:token", title: "A time for you", tier: "anonymous", bare: true, load: () => import("./offer/OfferPage.tsx") },
  { path: "/t/:token", title: "A time for you", tier: "anonymous", bare: true, load: () => import("./proposal/ProposalPage.tsx") },
  { path: "/p/:token", title: "Your bill", tier: "anonymous", bare: true, load: payPage },
  { path: "/payment/cof/client/*", title: "Add a card", tier: "anonymous", bare: true, load: cardPage },
  {
    path: "/agreement/sign/:encodeId/*",
    title: "Sign an agreement",
    tier: "anonymous",
    bare: true,
    load: () => import("./sign/SignPage.tsx"),
  },
  {
    path: "/vaccines/:token",
    title: "Vaccines",
    tier: "anonymous",
    bare: true,
    light: true,
    load: () => import("./vaccines/VaccinesPage.tsx"),
  },
  {
    path: "/unsubscribe/:token",
    title: "News by email",
    tier: "anonymous",
    bare: true,
    light: true,
    load: () => import("./unsubscribe/UnsubscribePage.tsx"),
  },
  { path: "/go/:name", title: "Book online", tier: "anonymous", bare: true, light: true, load: toBook },
  { path: "/go/gallery", title: "Gallery", tier: "anonymous", bare: true, light: true, load: toBook },
  { path: "/ol/:bookOnlineName", title: "Book online", tier: "anonymous", bare: true, light: true, load: toBook },
  { path: "/ol/:bookOnlineName/landing", title: "Book online", tier: "anonymous", bare: true, light: true, load: toBook },
  { path: "/ol/:bookOnlineName/book", title: "Book online", tier: "anonymous", bare: true, light: true, load: toBook },
  { path: "/ol/:bookOnlineName/membership", title: "Memberships", tier: "anonymous", bare: true },
  { path: "/ol/:bookOnlineName/package", title: "Packages", tier: "anonymous", bare: true },
] as const;
