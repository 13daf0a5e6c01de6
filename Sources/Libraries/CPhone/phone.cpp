#include "qix_phone.h"

#include <cstring>
#include <set>
#include <string>

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

PhoneNumberUtil &library() {
  static PhoneNumberUtil *const shared = [] {
    PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
    // By default it prints to standard output, and what it was given with it.
    util->SetLogger(new NullLogger());
    return util;
  }();
  return *shared;
}

template <size_t size> bool copy(const std::string &text, char (&place)[size]) {
  if (text.size() >= size) return false;
  std::memcpy(place, text.c_str(), text.size() + 1);
  return true;
}

int kind(PhoneNumberUtil::PhoneNumberType type) {
  switch (type) {
  case PhoneNumberUtil::FIXED_LINE: return QIX_PHONE_FIXED;
  case PhoneNumberUtil::MOBILE: return QIX_PHONE_MOBILE;
  case PhoneNumberUtil::FIXED_LINE_OR_MOBILE: return QIX_PHONE_FIXED_OR_MOBILE;
  case PhoneNumberUtil::TOLL_FREE: return QIX_PHONE_TOLL_FREE;
  case PhoneNumberUtil::PREMIUM_RATE:
  case PhoneNumberUtil::SHARED_COST: return QIX_PHONE_PREMIUM;
  case PhoneNumberUtil::VOIP: return QIX_PHONE_VOIP;
  case PhoneNumberUtil::UNKNOWN: return QIX_PHONE_UNKNOWN;
  default: return QIX_PHONE_OTHER;
  }
}

// Countries make their numbers longer (Benin had eight digits until 2024, and has ten), and the tables are as old as the
// library: more digits than they know are for the caller to warn of. Fewer, or none but a local number's, can't be dialled.
int check_length(PhoneNumberUtil &util, const PhoneNumber &number) {
  switch (util.IsPossibleNumberWithReason(number)) {
  case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return QIX_PHONE_LOCAL;
  case PhoneNumberUtil::INVALID_COUNTRY_CODE: return QIX_PHONE_NO_COUNTRY;
  case PhoneNumberUtil::TOO_SHORT: return QIX_PHONE_TOO_SHORT;
  default: return QIX_PHONE_OK;
  }
}

int parse(const std::string &text, const std::string &region, qix_phone *number) {
  PhoneNumberUtil &util = library();
  PhoneNumber parsed;
  switch (util.Parse(text, region.empty() ? "ZZ" : region, &parsed)) {
  case PhoneNumberUtil::NO_PARSING_ERROR: break;
  case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return QIX_PHONE_NO_COUNTRY;
  case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
  case PhoneNumberUtil::TOO_SHORT_NSN: return QIX_PHONE_TOO_SHORT;
  case PhoneNumberUtil::TOO_LONG_NSN: return QIX_PHONE_TOO_LONG;
  default: return QIX_PHONE_NO_NUMBER;
  }
  if (parsed.has_extension() && !parsed.extension().empty()) return QIX_PHONE_EXTENSION;
  int refusal = check_length(util, parsed);
  if (refusal != QIX_PHONE_OK) return refusal;
  std::string e164, international, country;
  util.Format(parsed, PhoneNumberUtil::E164, &e164);
  util.Format(parsed, PhoneNumberUtil::INTERNATIONAL, &international);
  util.GetRegionCodeForNumber(parsed, &country);
  // 001 stands for numbers of no country (+800); ZZ for none known.
  if (country == "ZZ" || country == "001") country.clear();
  // One number must have one text: some that are possible read differently once they are written in E.164.
  PhoneNumber again;
  std::string same;
  if (util.Parse(e164, "ZZ", &again) != PhoneNumberUtil::NO_PARSING_ERROR) return QIX_PHONE_NO_NUMBER;
  util.Format(again, PhoneNumberUtil::E164, &same);
  if (same != e164 || check_length(util, again) != QIX_PHONE_OK) return QIX_PHONE_NO_NUMBER;
  // ITU-T E.164 §6.1: fifteen digits at most; some national plans have more.
  if (e164.size() > 16) return QIX_PHONE_TOO_LONG;
  if (!copy(e164, number->e164) || !copy(international, number->international) || !copy(country, number->region)) {
    return QIX_PHONE_FAILED;
  }
  number->kind = kind(util.GetNumberType(parsed));
  number->is_valid = util.IsValidNumber(parsed) ? 1 : 0;
  return QIX_PHONE_OK;
}

} // namespace

int qix_phone_interface(void) { return QIX_PHONE_INTERFACE; }

int qix_phone_parse(const char *text, size_t length, const char *region, qix_phone *number) {
  std::memset(number, 0, sizeof *number);
  if (length > 250) return QIX_PHONE_TOO_LONG;
  // No exception may cross into C.
  try {
    return parse(std::string(text, length), region, number);
  } catch (...) {
    return QIX_PHONE_FAILED;
  }
}

int qix_phone_knows_region(const char *region) {
  try {
    std::set<std::string> regions;
    library().GetSupportedRegions(&regions);
    return regions.count(region) > 0 ? 1 : 0;
  } catch (...) {
    return 0;
  }
}
