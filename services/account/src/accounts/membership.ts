/** One business an account may choose, with what it is there; business null for a company without one. */
export type Membership = {
  companyId: string;
  companyName: string;
  enterpriseId: string;
  country: string;
  currency: string;
  ownerAccountId: string;
  staffId: string;
  staffName: string;
  employeeCategory: number;
  roleId: string;
  isOwner: boolean;
  permissions: number[];
  loginTime: unknown;
  businessId: string | null;
  businessName: string | null;
  avatarPath: string | null;
  appType: number | null;
  zone: string | null;
  /** Not worked at: the role reaches it for some kinds of data. */
  elsewhere?: boolean;
};
