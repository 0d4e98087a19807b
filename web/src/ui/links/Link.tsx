import Button, { type ButtonProps } from "@mui/material/Button";
import MuiLink, { type LinkProps as MuiLinkProps } from "@mui/material/Link";
import { useCallback } from "react";
import { type LinkProps, type NavigateOptions, Link as RouterLink, useNavigate } from "react-router";
import { chosenIds, useChosen } from "./chosen.ts";
import { carryIds } from "./ids.ts";

/** An address inside the product with the chosen company and business in its query (core §2). */
export const withIds = (to: string): string => {
  const [beforeHash = "", hash] = to.split("#", 2);
  const [pathname = "", search = ""] = beforeHash.split("?", 2);
  return `${pathname}${carryIds(pathname, search ? `?${search}` : "", chosenIds())}${hash ? `#${hash}` : ""}`;
};

/** A plain link; use it (or the ones below) instead of react-router's, so that the ids travel along. */
export const Link = ({ to, ...props }: Omit<LinkProps, "to"> & { to: string }) => {
  useChosen((chosen) => chosen.businessId);
  return <RouterLink to={withIds(to)} {...props} />;
};

export const TextLink = ({ to, ...props }: MuiLinkProps & { to: string }) => <MuiLink component={Link} to={to} {...props} />;

export const LinkButton = ({ to, ...props }: ButtonProps & Pick<LinkProps, "state"> & { to: string }) => (
  <Button component={Link} to={to} {...props} />
);

/** Goes to an address and takes the ids along. */
export const useGo = (): ((to: string, options?: NavigateOptions) => void) => {
  const navigate = useNavigate();
  return useCallback((to, options) => void navigate(withIds(to), options), [navigate]);
};
