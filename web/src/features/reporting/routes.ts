const salesPage = () => import("./reports/SalesPage.tsx");
const insightsPage = () => import("./InsightsPage.tsx");

/** The paths of the specification that belong to reporting, each with its page, if there is one. */
export const routes = [
  { path: "/setting/editGroomingReport", title: "Grooming report", tier: "business", permission: ["canAccessGroomingReportSetting"] },
  { path: "/setting/reportCard/:reportCardType?", title: "Report cards", tier: "business" },
  { path: "/report", title: "Reports", tier: "business", to: "/report/dashboard" },
  { path: "/report/dashboard", title: "Insights", tier: "business", load: insightsPage },
  { path: "/report/reports/:panel?", title: "Reports", tier: "business", load: salesPage },
  { path: "/report/reports/:panel/:id", title: "Report", tier: "business" },
  { path: "/report/insights/dashboard", title: "Insights", tier: "business", to: "/report/dashboard" },
  { path: "/report/insights/reports", title: "Insights reports", tier: "business", to: "/report/dashboard" },
  { path: "/report/insights/custom reports", title: "Custom reports", tier: "business" },
  { path: "/report/payroll", title: "Payroll", tier: "business" },
  { path: "/report/payroll/:staffId", title: "Payroll", tier: "business" },
  { path: "/report/leaderboard", title: "Leaderboard", tier: "business" },
  { path: "/activities", title: "Activities", tier: "business" },
] as const;
