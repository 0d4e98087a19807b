/**
 * The permissions of the contract by the names the specification uses (core §6).
 * A table of our own, because the generated one carries a descriptor that every page would load; permissions.test.ts compares the two.
 */
export const permissions = {
  createAndEditTicket: 1,
  cancelOrDeleteTicket: 2,
  viewCalendar: 3,
  overbook: 4,
  bookOutsideWorkingHours: 5,
  editAppointmentTimes: 6,
  manageBlocks: 7,
  bookWithoutEvaluation: 8,
  bookWithoutVaccine: 9,
  editTicketComment: 28,
  editTicket: 47,
  viewClientList: 100,
  viewClientsWorkingLocations: 101,
  viewClientsAllLocations: 102,
  editClient: 103,
  deleteClient: 104,
  importClients: 105,
  viewClientContact: 106,
  viewBookingRequests: 200,
  viewBookingRequestsWorkingLocations: 201,
  viewBookingRequestsAllLocations: 202,
  manageBookingRequests: 203,
  viewAbandonedBookings: 204,
  viewAbandonedBookingsWorkingLocations: 205,
  viewAbandonedBookingsAllLocations: 206,
  onlineBookingSettings: 207,
  onlineBookingSettingsAllLocations: 208,
  viewMessageCenter: 300,
  viewOwnMessages: 301,
  viewFullMessage: 302,
  autoMessageSettings: 303,
  autoMessageSettingsAllLocations: 304,
  accessStaffMembers: 400,
  accessStaffMembersAllLocations: 401,
  staffShift: 402,
  staffShiftWorkingLocations: 403,
  staffShiftAllLocations: 404,
  clockInOut: 405,
  clockInOutWorkingLocations: 406,
  clockInOutAllLocations: 407,
  clockRecords: 408,
  clockRecordsWorkingLocations: 409,
  clockRecordsAllLocations: 410,
  manageRoles: 411,
  viewReports: 500,
  viewReportsWorkingLocations: 501,
  viewReportsAllLocations: 502,
  payrollReports: 503,
  payrollReportsWorkingLocations: 504,
  payrollReportsAllLocations: 505,
  createOrEditIncidentReport: 506,
  viewInvoice: 600,
  completeInvoice: 601,
  extraCharge: 602,
  manageInvoiceStaff: 603,
  tipSplit: 604,
  refund: 605,
  applyDiscount: 606,
  takePayment: 607,
  accessBusinessSettings: 700,
  accessServiceSettings: 701,
  accessLodgingSettings: 702,
  canAccessGroomingReportSetting: 703,
  canAccessQuickBooks: 704,
  paymentSettings: 705,
  integrationKeys: 706,
  vanSettings: 707,
  accessMembership: 800,
  manageMembership: 801,
  manageProducts: 802,
  manageDiscounts: 803,
  syncOwnCalendar: 900,
  syncAllCalendars: 901,
  viewTasks: 1000,
  createTasks: 1001,
  editTasks: 1002,
  deleteTasks: 1003,
} as const;

export type PermissionName = keyof typeof permissions;

/** Staff 0, Owner 1, Enterprise Owner 2, Enterprise Staff 3 (core §6). */
export const isOwner = (employeeCategory: number): boolean => employeeCategory === 1 || employeeCategory === 2;

/** Levels of one reach: a wider one includes the narrower (core §6). Messages are the exception: the centre itself is a right of its own (growth §5). */
const WIDER: Partial<Record<PermissionName, readonly PermissionName[]>> = {
  viewClientList: ["viewClientsWorkingLocations", "viewClientsAllLocations"],
  viewBookingRequests: ["viewBookingRequestsWorkingLocations", "viewBookingRequestsAllLocations"],
  viewAbandonedBookings: ["viewAbandonedBookingsWorkingLocations", "viewAbandonedBookingsAllLocations"],
  onlineBookingSettings: ["onlineBookingSettingsAllLocations"],
  autoMessageSettings: ["autoMessageSettingsAllLocations"],
  accessStaffMembers: ["accessStaffMembersAllLocations"],
  staffShift: ["staffShiftWorkingLocations", "staffShiftAllLocations"],
  clockInOut: ["clockInOutWorkingLocations", "clockInOutAllLocations"],
  clockRecords: ["clockRecordsWorkingLocations", "clockRecordsAllLocations"],
  viewReports: ["viewReportsWorkingLocations", "viewReportsAllLocations"],
  payrollReports: ["payrollReportsWorkingLocations", "payrollReportsAllLocations"],
};

/** The owner holds every permission; staff hold what their role lists, and what a wider level includes. */
export const holds = (caller: { employeeCategory: number; permissions: ReadonlySet<number> }, name: PermissionName): boolean =>
  isOwner(caller.employeeCategory) || [name, ...(WIDER[name] ?? [])].some((one) => caller.permissions.has(permissions[one]));

/** Whether somebody's role opens a page: it holds all of what the page asks for, and one of what it asks for one of. */
export const opens = (
  { permission = [], anyOf = [] }: { permission?: readonly PermissionName[]; anyOf?: readonly PermissionName[] },
  { employeeCategory = 0, permissions: held }: { employeeCategory?: number; permissions: ReadonlySet<number> },
): boolean => {
  const may = (name: PermissionName) => holds({ employeeCategory, permissions: held }, name);
  return permission.every(may) && (anyOf.length === 0 || anyOf.some(may));
};
