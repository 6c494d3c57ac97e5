import { Link } from '@tanstack/react-router';

type FanLinkProps = {
  fan: { id: string; fullName: string; email: string; isDeleted?: boolean };
};

/** The name of a fan, which leads to the fan's file unless the fan was deleted. */
export function FanLink({ fan: { id, fullName, email, isDeleted } }: FanLinkProps) {
  const name = <bdi>{fullName.trim() || email}</bdi>;
  return isDeleted ? (
    name
  ) : (
    <Link to="/fans/$id" params={{ id }} className="touch-target">
      {name}
    </Link>
  );
}
