#include "picture.h"

#include <algorithm>
#include <cmath>
#include <string>

// Before ZXing-C++, which has a macro of the name of one of its classes.
#include <zbar.h>

#include <ZXing/ReadBarcode.h>

using ZXing::BarcodeFormat;

namespace {

struct Name {
  int symbology;
  BarcodeFormat format;
  zbar::zbar_symbol_type_t type;
};

// zbar reads no DataMatrix.
const Name names[] = {
    {QIX_SCAN_EAN13, BarcodeFormat::EAN13, zbar::ZBAR_EAN13},
    {QIX_SCAN_EAN8, BarcodeFormat::EAN8, zbar::ZBAR_EAN8},
    {QIX_SCAN_UPCA, BarcodeFormat::UPCA, zbar::ZBAR_UPCA},
    {QIX_SCAN_UPCE, BarcodeFormat::UPCE, zbar::ZBAR_UPCE},
    {QIX_SCAN_ITF, BarcodeFormat::ITF, zbar::ZBAR_I25},
    {QIX_SCAN_CODE128, BarcodeFormat::Code128, zbar::ZBAR_CODE128},
    {QIX_SCAN_DATABAR, BarcodeFormat::DataBar, zbar::ZBAR_DATABAR},
    {QIX_SCAN_DATABAR_LIMITED, BarcodeFormat::DataBarLtd, zbar::ZBAR_NONE},
    {QIX_SCAN_DATABAR_EXPANDED, BarcodeFormat::DataBarExp, zbar::ZBAR_DATABAR_EXP},
    {QIX_SCAN_QR, BarcodeFormat::QRCode, zbar::ZBAR_QRCODE},
    {QIX_SCAN_DATAMATRIX, BarcodeFormat::DataMatrix, zbar::ZBAR_NONE},
};

int symbology(const ZXing::Barcode &barcode) {
  switch (barcode.format()) {
  case BarcodeFormat::EAN13:
  case BarcodeFormat::ISBN: return QIX_SCAN_EAN13;
  case BarcodeFormat::EAN8: return QIX_SCAN_EAN8;
  case BarcodeFormat::UPCA: return QIX_SCAN_UPCA;
  case BarcodeFormat::UPCE: return QIX_SCAN_UPCE;
  case BarcodeFormat::DataBarLtd: return QIX_SCAN_DATABAR_LIMITED;
  case BarcodeFormat::DataBarExp:
  case BarcodeFormat::DataBarExpStk: return QIX_SCAN_DATABAR_EXPANDED;
  default: break;
  }
  for (const Name &name : names) {
    if (barcode.symbology() == name.format) return name.symbology;
  }
  return 0;
}

void place(const qix_scan_picture &picture, const ZXing::Position &position, int *corners) {
  for (int i = 0; i < 4; ++i) picture.placement.map(position[i].x, position[i].y, corners + 2 * i);
}

int read(const qix_scan_picture &picture, int symbologies, int binarizer, int tries, int least_lines,
         qix_scan_sink sink, void *context) {
  std::vector<BarcodeFormat> formats;
  for (const Name &name : names) {
    if (symbologies & name.symbology) formats.push_back(name.format);
  }
  ZXing::ReaderOptions options;
  options.formats(ZXing::BarcodeFormats(std::move(formats)));
  options.tryHarder(tries & QIX_SCAN_HARDER).tryRotate(tries & QIX_SCAN_ROTATE);
  options.tryInvert(tries & QIX_SCAN_INVERT).tryDownscale(tries & QIX_SCAN_DOWNSCALE);
  options.minLineCount(uint8_t(least_lines)).maxNumberOfSymbols(16);
  options.binarizer(binarizer == QIX_SCAN_FIXED       ? ZXing::Binarizer::FixedThreshold
                    : binarizer == QIX_SCAN_HISTOGRAM ? ZXing::Binarizer::GlobalHistogram
                                                      : ZXing::Binarizer::LocalAverage);
  const ZXing::ImageView view(picture.pixels.data(), picture.width, picture.height, ZXing::ImageFormat::Lum);
  int count = 0;
  for (const ZXing::Barcode &barcode : ZXing::ReadBarcodes(view, options)) {
    const int found = symbology(barcode);
    if (!barcode.isValid() || found == 0) continue;
    const std::string text = barcode.text(ZXing::TextMode::Plain);
    qix_scan_hit hit{};
    hit.symbology = found;
    hit.lines = barcode.lineCount();
    hit.is_gs1 = barcode.contentType() == ZXing::ContentType::GS1;
    hit.is_inverted = barcode.isInverted();
    place(picture, barcode.position(), hit.corners);
    hit.bytes = barcode.bytes().data();
    hit.count = barcode.bytes().size();
    hit.text = text.data();
    hit.length = text.size();
    sink(context, &hit);
    ++count;
  }
  return count;
}

int read(const qix_scan_picture &picture, int symbologies, qix_scan_sink sink, void *context) {
  zbar::ImageScanner scanner;
  scanner.set_config(zbar::ZBAR_NONE, zbar::ZBAR_CFG_ENABLE, 0);
  for (const Name &name : names) {
    if ((symbologies & name.symbology) == 0 || name.type == zbar::ZBAR_NONE) continue;
    scanner.set_config(name.type, zbar::ZBAR_CFG_ENABLE, 1);
    if (name.type != zbar::ZBAR_QRCODE) scanner.set_config(name.type, zbar::ZBAR_CFG_EMIT_CHECK, 1);
  }
  zbar::Image image(unsigned(picture.width), unsigned(picture.height), "Y800", picture.pixels.data(),
                    picture.pixels.size());
  if (scanner.scan(image) < 0) return -1;
  int count = 0;
  for (auto symbol = image.symbol_begin(); symbol != image.symbol_end(); ++symbol) {
    int found = 0;
    for (const Name &name : names) {
      if (name.type == symbol->get_type()) found = name.symbology;
    }
    if (found == 0) continue;
    const std::string text = symbol->get_data();
    qix_scan_hit hit{};
    hit.symbology = found;
    hit.lines = symbol->get_quality();
    double low[2] = {1e9, 1e9}, high[2] = {0, 0};
    for (int i = 0; i < symbol->get_location_size(); ++i) {
      const unsigned at = unsigned(i);
      const double place[2] = {double(symbol->get_location_x(at)), double(symbol->get_location_y(at))};
      for (int axis = 0; axis < 2; ++axis) {
        low[axis] = std::min(low[axis], place[axis]);
        high[axis] = std::max(high[axis], place[axis]);
      }
    }
    if (symbol->get_location_size() > 0) {
      picture.placement.map(low[0], low[1], hit.corners);
      picture.placement.map(high[0], low[1], hit.corners + 2);
      picture.placement.map(high[0], high[1], hit.corners + 4);
      picture.placement.map(low[0], high[1], hit.corners + 6);
    }
    hit.bytes = reinterpret_cast<const uint8_t *>(text.data());
    hit.count = text.size();
    hit.text = text.data();
    hit.length = text.size();
    sink(context, &hit);
    ++count;
  }
  return count;
}

} // namespace

int qix_scan_zxing(const qix_scan_picture *picture, int symbologies, int binarizer, int tries, int least_lines,
                   qix_scan_sink sink, void *context) {
  // No exception may cross into C.
  try {
    return read(*picture, symbologies, binarizer, tries, least_lines, sink, context);
  } catch (...) {
    return -1;
  }
}

int qix_scan_zbar(const qix_scan_picture *picture, int symbologies, qix_scan_sink sink, void *context) {
  try {
    return read(*picture, symbologies, sink, context);
  } catch (...) {
    return -1;
  }
}
