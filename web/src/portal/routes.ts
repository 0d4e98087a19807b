/** What is a pet parent's own at a business. */
export const routes = [
  { path: "/ol/:bookOnlineName/me", title: "Your visits", tier: "anonymous", bare: true, load: () => import("./PortalPage.tsx") },
] as const;
